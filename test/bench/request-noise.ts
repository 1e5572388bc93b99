import { Agent } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '#test/bench/load.ts';

const SENDERS = 8;
const WARM_UP_SECONDS = 3;

/** A process of its own, so that what it costs to send requests is not taken from the stack: node request-noise.ts <url> <token> <requests per second> */
const [url = '', token = '', rate = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}` };
const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
// The client's processor is not the service's.
setPriority(constants.priority.PRIORITY_LOW);
const started = performance.now();
const noise = { sent: 0, answered: 0, refused: 0, isOver: false };

process.on('message', () => {
  noise.isOver = true;
});

async function send(index: number): Promise<void> {
  while (!noise.isOver) {
    const due = started + ((noise.sent + index) * 1000) / Number(rate);
    await sleep(Math.max(0, due - performance.now()));
    noise.sent += 1;
    if ((await exchange(url, { agent, headers })) === 429) noise.refused += 1;
    noise.answered += 1;
    // The rate is reached, and every instance that it takes has started.
    if (noise.answered === WARM_UP_SECONDS * Number(rate)) process.send?.('steady');
  }
}

await Promise.all(Array.from({ length: SENDERS }, (_, index) => send(index)));
agent.destroy();
const perSecond = Math.round(noise.sent / ((performance.now() - started) / 1000));
process.send?.({ perSecond, refused: Math.round((noise.refused / noise.sent) * 100) }, () => process.disconnect());
