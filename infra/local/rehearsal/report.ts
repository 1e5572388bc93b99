import { styleText } from 'node:util';
import Table from 'cli-table3';
import { percentile, type Outcome } from '#infra/local/rehearsal/outcome.ts';
import type { Result } from '#infra/local/rehearsal/run-rehearsal.ts';

const MOST_LINES = 30;

/** All rehearsals in one table, and then what went wrong. */
export function reportText(results: readonly Result[]): string {
  const table = new Table({
    head: ['', 'rehearsal', 'ended as', 'seconds', 'turns', 'our share p50', 'p95'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { rehearsal, outcome, failures } of results) {
    table.push([
      failures.length === 0 ? styleText('green', '✓') : styleText('red', '✗'),
      rehearsal.name,
      outcome?.status ?? '–',
      String(outcome?.duration ?? '–'),
      String(outcome?.lines.length ?? '–'),
      milliseconds(outcome, 50),
      milliseconds(outcome, 95),
    ]);
  }
  const failed = results.filter(({ failures }) => failures.length > 0);
  const count = `${results.length - failed.length} of ${results.length} passed`;
  return [table.toString(), ...failed.map(failureText), count].join('\n\n');
}

/** Which expectations failed, and the conversation that they failed on. */
export function failureText({ rehearsal, outcome, failures }: Result): string {
  const why = failures.map((failure) => `  ${failure}`);
  const heading = styleText('red', `${rehearsal.name} (${rehearsal.file})`);
  return [heading, ...why, ...(outcome ? conversation(outcome) : [])].join('\n');
}

function conversation({ lines }: Outcome): string[] {
  if (lines.length === 0) return ['    nobody said anything'];
  const left = lines.length - MOST_LINES;
  const shown = lines.slice(-MOST_LINES).map(({ who, text }) => `    ${who.padEnd(9)}  ${text}`);
  return left > 0 ? [`    … ${left} lines before`, ...shown] : shown;
}

function milliseconds(outcome: Outcome | undefined, share: number): string {
  const value = percentile(outcome?.ourShareMs ?? [], share);
  return value === undefined ? '–' : `${Math.round(value)} ms`;
}
