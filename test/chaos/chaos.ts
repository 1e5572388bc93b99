import { Command } from '@commander-js/extra-typings';
import Table from 'cli-table3';
import type { Invariant } from '#test/chaos/invariants.ts';
import { runFlows } from '#test/chaos/run-flows.ts';
import { runKills, runWebhooks } from '#test/chaos/run-kills.ts';

export interface Outcome {
  /** What was done, in figures. */
  figures: Record<string, number | string>;
  /** Injected faults by kind. */
  faults: Record<string, number>;
  invariants: Invariant[];
}

const runs = { flows: runFlows, webhooks: runWebhooks, kills: runKills } as const;

const command = new Command('npm run chaos --')
  .description('Injects what only AWS does into a running stack, and checks what must hold whatever happens.')
  .argument('[run]', Object.keys(runs).join(', '), 'flows')
  .option('--minutes <n>', 'how long', Number, 5)
  .option('--seed <n>', 'chooses the faults', Number, 1)
  .option('--rate <share>', 'of requests that meet a fault', Number, 0.05)
  .option('--speed <n>', 'call seconds per real second', Number, 10)
  .option('--without <kinds...>', 'faults to leave out', [])
  .option('--webhooks <n>', 'of the run webhooks', Number, 20_000)
  .option('--calls <n>', 'of the run kills', Number, 2000)
  .option('--sms <n>', 'of the run kills', Number, 2000)
  .option('--kills <n>', 'of the whole stack, in the run kills', Number, 20)
  .allowExcessArguments(false)
  .parse();
const options = command.opts();
export type ChaosRunOptions = typeof options;

const [name] = command.processedArgs;
if (!isRun(name)) throw new Error(`no such run: ${name}. There are ${Object.keys(runs).join(', ')}.`);
const { figures, faults, invariants } = await runs[name](options);
print('run', figures);
print('injected', faults);
const broken = invariants.filter((one) => one.broken.length > 0);
process.stdout.write(`${tableOf(invariants)}\n`);
for (const { name: what, broken: cases } of broken) {
  process.stdout.write(`\nbroken with seed ${options.seed}: ${what}\n  ${cases.slice(0, 10).join('\n  ')}\n`);
}
process.exit(broken.length > 0 ? 1 : 0);

function isRun(text: string): text is keyof typeof runs {
  return Object.hasOwn(runs, text);
}

function print(title: string, rows: Record<string, number | string>): void {
  const table = new Table({ head: [title, ''], style: { head: [], border: [] } });
  for (const [what, value] of Object.entries(rows)) table.push([what, value]);
  process.stdout.write(`${table.toString()}\n`);
}

function tableOf(rows: readonly Invariant[]): string {
  const table = new Table({ head: ['must hold', 'cases', 'broken'], style: { head: [], border: [] } });
  for (const row of rows) table.push([row.name, row.count, row.broken.length]);
  return table.toString();
}
