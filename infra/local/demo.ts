import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

enableCompileCache();
const { startLocalStack } = await import('#infra/local/local-stack.ts');
const { runDemo } = await import('#infra/local/demo/run-demo.ts');
const { runMultimodalDemo } = await import('#infra/local/demo/run-multimodal-demo.ts');
const { runInboundDemo } = await import('#infra/local/demo/run-inbound-demo.ts');

/** Ten call seconds a second: quick, and slow enough to read along. */
const SPEED = 10;

const { values } = parseArgs({
  options: { inbound: { type: 'boolean', default: false }, multimodal: { type: 'boolean', default: false } },
});
/** What is shown: a call out, unless an option says otherwise. */
const runOut = values.multimodal ? runMultimodalDemo : runDemo;
const run = values.inbound ? runInboundDemo : runOut;

const print = (line: string) => process.stdout.write(`${line}\n`);
const stack = await startLocalStack({ port: 0, dataDir: 'memory', simulatorSpeed: SPEED, developer: process.env });
let missing: string[];
try {
  missing = await run(stack, print);
} catch (error) {
  missing = [error instanceof Error ? error.message : String(error)];
} finally {
  await stack.stop();
}
if (missing.length > 0) {
  process.stderr.write(`\nThe demo is not complete: ${missing.join('; ')}\n`);
  process.exitCode = 1;
} else {
  print('\nDone: one call from start to finish.');
}
