import { once } from 'node:events';
import { makeNoise, startNoisyStack } from '#test/bench/tenants/noise.ts';

/**
 * A whole service with a noisy user, in a process of its own: what a quiet user of another service on the same machine feels of it
 * is what the processors are short of. node noisy-service.ts <calls> <webhooks>
 */
const [calls = 0, webhooks = 0] = process.argv.slice(2).map(Number);
const stack = await startNoisyStack({ calls, webhooks });
const noise = await makeNoise(stack, { calls, webhooks });
process.send?.('noisy');
await once(process, 'message');
const requests = await noise.quieten();
noise.stop();
process.send?.(requests);
await stack.stop();
process.disconnect();
