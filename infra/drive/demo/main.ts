import { enableCompileCache } from 'node:module';
import { Command } from '@commander-js/extra-typings';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';

enableCompileCache();

/** Call seconds per real second: slow enough to read one call, fast for thirty calls. */
const SPEED = 10;
const CAMPAIGN_SPEED = 60;

const command = new Command('npm run demo --')
  .description(
    'Shows the service at work: it starts in memory, a simulated customer is called, and all of it is gone after.',
  )
  .option('--inbound', 'a customer calls in')
  .option('--multimodal', 'a speech model holds the call')
  .option('--campaign', 'a campaign calls thirty people')
  .option('--tools', 'a customer books through a calendar that is slow once and fails once')
  .option('--verbose', 'print the record and the webhook whole')
  .allowExcessArguments(false)
  .parse();
const { inbound, multimodal, campaign, tools, verbose: isVerbose = false } = command.opts();

const { startLocalStack } = await import('#infra/local/compose/local-stack.ts');
const { TOOLS_SPEED } = await import('#infra/drive/demo/demo-calendar.ts');
const { nextSteps, opening } = await import('#infra/drive/demo/screen.ts');
const { run, option, title } = await chooseDemo();
const simulatorSpeed = campaign ? CAMPAIGN_SPEED : tools ? TOOLS_SPEED : SPEED;

const print = (line: string) => process.stdout.write(`${line}\n`);
print(
  opening(title, { speed: simulatorSpeed, model: multimodal ? 'STAND-IN OF THE SPEECH MODEL' : 'REHEARSAL MODEL' }),
);
const template = process.env['TEMPLATE'] || undefined;
const options = { port: 0, dataDir: 'memory', simulatorSpeed, template, developer: process.env };
const missing = await startLocalStack(options)
  .then(runAndStop)
  .catch((error: unknown) => [messageOf(error)]);
if (missing.length > 0) {
  process.stderr.write(`\nThe demo is not complete: ${missing.join('; ')}\n`);
  process.exitCode = 1;
} else {
  print(`\n${nextSteps(option)}`);
}

async function runAndStop(stack: LocalStack): Promise<string[]> {
  try {
    return await run(stack, { print, isVerbose });
  } finally {
    await stack.stop();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function chooseDemo() {
  if (campaign) {
    const { runCampaignDemo: run } = await import('#infra/drive/demo/run-campaign-demo.ts');
    return { run, option: '--campaign', title: 'A campaign calls thirty people.' };
  }
  if (inbound) {
    const { runInboundDemo: run } = await import('#infra/drive/demo/run-inbound-demo.ts');
    return { run, option: '--inbound', title: 'A customer calls in.' };
  }
  if (tools) {
    const { runToolsDemo: run } = await import('#infra/drive/demo/run-tools-demo.ts');
    return { run, option: '--tools', title: 'A customer books through the calendar of the practice.' };
  }
  if (multimodal) {
    const { runMultimodalDemo: run } = await import('#infra/drive/demo/run-multimodal-demo.ts');
    return { run, option: '--multimodal', title: 'A speech model holds a call.' };
  }
  const { runDemo: run } = await import('#infra/drive/demo/run-demo.ts');
  return { run, option: '', title: 'A call from start to finish.' };
}
