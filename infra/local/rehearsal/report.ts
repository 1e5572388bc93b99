import { stripVTControlCharacters, styleText } from 'node:util';
import Table from 'cli-table3';
import { XMLBuilder } from 'fast-xml-parser';
import { terminalText } from '#clients/cli/src/terminal-text.ts';
import { type Outcome, percentile } from '#infra/local/rehearsal/check-expectations.ts';
import type { Result } from '#infra/local/rehearsal/run-rehearsal.ts';

const MOST_LINES = 30;

/** All rehearsals in one table, followed by the failures. */
export function reportText(results: readonly Result[]): string {
  const table = new Table({
    head: ['', 'rehearsal', 'ended as', 'seconds', 'turns', 'our share p50', 'p95', 'silence', 'machine', 'endpoint'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { rehearsal, outcome, failures, isSecond } of results) {
    table.push([
      (failures.length === 0 ? styleText('green', '✓') : styleText('red', '✗')) + (isSecond ? '²' : ''),
      rehearsal.name,
      outcome?.status ?? '–',
      String(outcome?.duration ?? '–'),
      String(outcome?.lines.length ?? '–'),
      milliseconds(outcome, 50),
      milliseconds(outcome, 95),
      seconds(outcome?.silences.longest),
      seconds(outcome?.silences.machine),
      seconds(percentile(outcome?.silences.endpointing ?? [], 50)),
    ]);
  }
  const failed = results.filter(({ failures }) => failures.length > 0);
  const second = results.filter(({ isSecond }) => isSecond).length;
  const again = second === 0 ? '' : `, ${second} of them made again (²), alone, because the machine was late`;
  const count = `${results.length - failed.length} of ${results.length} passed${again}`;
  return [table.toString(), ...failed.map(failureText), [count, ...modelLine(results)].join('\n')].join('\n\n');
}

/** Which models answered: the times of stand-ins are not those of a real one. */
function modelLine(results: readonly Result[]): string[] {
  const names = results.flatMap(({ rehearsal, outcome }) => {
    if (outcome?.model === undefined) return [];
    if (rehearsal.model !== undefined) return ['scripted model, simulated'];
    return [outcome.model === 'rehearsal' ? 'rehearsal model, simulated' : outcome.model];
  });
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => `${name} (${length})`);
  return counts.length === 0 ? [] : [`answered by: ${terminalText(counts.join('; '))}`];
}

const seconds = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(2)} s`);

/** The failed expectations of a rehearsal, and its conversation. */
function failureText({ rehearsal, outcome, failures }: Result): string {
  const why = failures.map((failure) => `  ${terminalText(failure)}`);
  const heading = styleText('red', `${rehearsal.name} (${rehearsal.file})`);
  const machine = `  the stack waited ${outcome?.machine.toFixed(1)} call seconds for a processor`;
  return [heading, ...why, ...(outcome ? [machine, ...conversation(outcome)] : [])].join('\n');
}

function conversation({ lines }: Outcome): string[] {
  if (lines.length === 0) return ['    nothing was said'];
  const left = lines.length - MOST_LINES;
  const shown = lines.slice(-MOST_LINES).map(({ who, text }) => `    ${who.padEnd(9)}  ${terminalText(text)}`);
  return left > 0 ? [`    … ${left} lines before`, ...shown] : shown;
}

function milliseconds(outcome: Outcome | undefined, share: number): string {
  const value = percentile(outcome?.ourShareMs ?? [], share);
  return value === undefined ? '–' : `${Math.round(value)} ms`;
}

// Characters that XML 1.0 cannot carry, escaped or not.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The results as JUnit XML. */
export function junitText(results: readonly Result[]): string {
  const failures = results.filter((result) => result.failures.length > 0).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const counts = { '@_tests': results.length, '@_failures': failures, '@_errors': 0, '@_time': seconds.toFixed(3) };
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const xml: unknown = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      ...counts,
      testsuite: { '@_name': 'rehearsals', ...counts, testcase: results.map(testCase) },
    },
  });
  return String(xml);
}

function testCase(result: Result) {
  const { rehearsal, seconds, failures } = result;
  return {
    '@_name': clean(rehearsal.name),
    '@_classname': clean(rehearsal.file),
    '@_file': clean(rehearsal.file),
    '@_time': seconds.toFixed(3),
    ...(failures.length === 0
      ? {}
      : { failure: { '@_message': clean(failures.join('; ')), '#text': clean(failureText(result)) } }),
  };
}

const clean = (text: string) => stripVTControlCharacters(text).replaceAll(UNPRINTABLE, '');

export interface Progress {
  begin(name: string): void;
  end(result: Result): void;
  close(): void;
}

/** One line that is updated on a terminal; elsewhere one line per finished rehearsal. */
export function createProgress(total: number, out: NodeJS.WriteStream): Progress {
  const running = new Set<string>();
  let done = 0;
  let failed = 0;
  const draw = () => {
    const counts = `${done}/${total} done${failed === 0 ? '' : styleText('red', `, ${failed} failed`)}`;
    const names = [...running].join(', ');
    out.write(`\r\u{1B}[K${fit(`${counts}${names === '' ? '' : `  on the line: ${names}`}`, out.columns)}`);
  };
  return {
    begin(name) {
      running.add(name);
      if (out.isTTY) draw();
    },
    end({ rehearsal, failures, seconds }) {
      running.delete(rehearsal.name);
      done += 1;
      if (failures.length > 0) failed += 1;
      if (out.isTTY) draw();
      else
        out.write(
          `${done}/${total} ${failures.length === 0 ? 'passed' : 'FAILED'} ${rehearsal.name} (${seconds.toFixed(1)} s)\n`,
        );
    },
    close() {
      if (out.isTTY) out.write('\r\u{1B}[K');
    },
  };
}

const fit = (text: string, columns: number) => (text.length < columns ? text : `${text.slice(0, columns - 2)}…`);
