import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

enableCompileCache();
const { startLocalStack } = await import('#infra/local/local-stack.ts');
const { runDemo } = await import('#infra/local/demo/run-demo.ts');
const { runMultimodalDemo } = await import('#infra/local/demo/run-multimodal-demo.ts');
const { runCampaignDemo } = await import('#infra/local/demo/run-campaign-demo.ts');
const { runInboundDemo } = await import('#infra/local/demo/run-inbound-demo.ts');

/** Call seconds per real second: slow enough to read one call, fast for thirty calls. */
const SPEED = 10;
const CAMPAIGN_SPEED = 60;

const isSet = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { inbound: isSet, multimodal: isSet, campaign: isSet } });
const runOut = values.multimodal ? runMultimodalDemo : runDemo;
const runOne = values.inbound ? runInboundDemo : runOut;
const run = values.campaign ? runCampaignDemo : runOne;
const simulatorSpeed = values.campaign ? CAMPAIGN_SPEED : SPEED;

const print = (line: string) => process.stdout.write(`${line}\n`);
const template = process.env['TEMPLATE'] || undefined;
const stack = await startLocalStack({ port: 0, dataDir: 'memory', simulatorSpeed, template, developer: process.env });
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
  print(values.campaign ? '\nDone: a campaign from start to finish.' : '\nDone: one call from start to finish.');
}
