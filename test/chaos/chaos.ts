import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { runFlows } from '#test/chaos/run-flows.ts';
import { runKills, runWebhooks } from '#test/chaos/run-kills.ts';
import type { Invariant } from '#test/chaos/invariants.ts';

export interface Outcome {
  /** What was done, in figures. */
  figures: Record<string, number | string>;
  /** Injected faults by kind. */
  faults: Record<string, number>;
  invariants: Invariant[];
}

const runs = { flows: runFlows, webhooks: runWebhooks, kills: runKills } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.05' },
    speed: { type: 'string', default: '10' },
    without: { type: 'string', multiple: true, default: [] },
    /** `webhooks`, and `kills`: calls, SMS and kills of the whole stack. */
    webhooks: { type: 'string', default: '20000' },
    calls: { type: 'string', default: '2000' },
    sms: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
  },
});
const { without, ...numbers } = values;
const figuresOf = Object.entries(numbers).map(([name, value]) => [name, Number(value)]);
const options = { ...(Object.fromEntries(figuresOf) as Record<keyof typeof numbers, number>), without };
export type ChaosRunOptions = typeof options;

const [name = 'flows'] = positionals;
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
