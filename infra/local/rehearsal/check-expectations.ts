import { checkTools, type ToolOutcome } from '#infra/local/rehearsal/check-tools.ts';
import type { Silences } from '#infra/local/rehearsal/find-silence.ts';
import { isValue, matches, toRegExp } from '#infra/local/rehearsal/pattern.ts';
import type { Expectations } from '#infra/local/rehearsal/rehearsal.ts';

interface SpokenLine {
  who: 'Assistant' | 'Customer';
  text: string;
}

/** The result of a rehearsed call. */
export interface Outcome extends ToolOutcome {
  status: string;
  answeredBy: string;
  /** Seconds. */
  duration: number;
  lines: SpokenLine[];
  extracted: Record<string, unknown>;
  /** The model that answered; undefined: none did. */
  model?: string | undefined;
  silences: Silences;
  /** Call seconds of the whole call for which the processes of the stack, in all, had no processor. */
  machine: number;
  /** Call seconds in a second; NaN if it is not known. */
  speed: number;
  /** Milliseconds of each turn without the time of the model. */
  ourShareMs: number[];
}

/** The transcript of a record, line by line. */
export function readTranscript(transcript: string): SpokenLine[] {
  return transcript.split('\n').flatMap((line): SpokenLine[] => {
    const [, who, text] = /^(Assistant|Customer): (.*)$/.exec(line) ?? [];
    if (text === undefined) return [];
    return [{ who: who === 'Customer' ? 'Customer' : 'Assistant', text }];
  });
}

/** The nearest-rank percentile; undefined for an empty list. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)];
}

/** The failed expectations, one sentence each; empty when the rehearsal has passed. */
export function checkExpectations(expect: Expectations, outcome: Outcome): string[] {
  return [
    ...checkStatus(expect, outcome),
    ...checkWords(expect, outcome.lines),
    ...checkTools(expect, outcome),
    ...Object.entries(expect.extracted ?? {}).flatMap(([name, wanted]) => checkValue(name, wanted, outcome.extracted)),
    ...checkRange('turns', expect.turns, outcome.lines.length),
    ...checkRange('duration', expect.duration, outcome.duration),
    ...when(outcome.speed === 1 && outcome.silences.longest > (expect.longest_silence ?? Infinity), () => {
      const longest = outcome.silences.longest.toFixed(2);
      return `longest_silence: expected ${expect.longest_silence} s at most, and got ${longest} s`;
    }),
    ...checkShare(expect.our_share_of_turn_ms, outcome.ourShareMs),
  ];
}

function checkStatus({ status, answered_by: answeredBy }: Expectations, outcome: Outcome): string[] {
  const wanted = status === undefined ? [] : [status].flat();
  return [
    ...when(
      wanted.length > 0 && !wanted.some((one) => one === outcome.status),
      () => `status: expected ${wanted.join(' or ')}, and the call ended as ${outcome.status}`,
    ),
    ...when(
      answeredBy !== undefined && answeredBy !== outcome.answeredBy,
      () => `answered_by: expected ${answeredBy}, and it was ${outcome.answeredBy}`,
    ),
  ];
}

function checkWords({ said = [], not_said: notSaid = [] }: Expectations, lines: readonly SpokenLine[]): string[] {
  const spoken = lines.filter(({ who }) => who === 'Assistant').map(({ text }) => text);
  const found = (pattern: string) => spoken.find((text) => matches(text, pattern));
  return [
    ...said
      .filter((pattern) => found(pattern) === undefined)
      .map((pattern) => `said: the assistant never said ${show(pattern)}; it said ${quoted(spoken)}`),
    ...notSaid
      .filter((pattern) => found(pattern) !== undefined)
      .map((pattern) => `not_said: the assistant said ${show(pattern)}, in ${quoted([found(pattern) ?? ''])}`),
  ];
}

type Wanted = NonNullable<Expectations['extracted']>[string];

function checkValue(name: string, wanted: Wanted, extracted: Record<string, unknown>): string[] {
  const value = extracted[name];
  if (!(name in extracted)) {
    const known = Object.keys(extracted).join(', ') || 'nothing';
    return [`extracted.${name}: nothing of that name was extracted; there is ${known}`];
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof value === 'number') return checkRange(`extracted.${name}`, wanted, value);
    return [`extracted.${name}: expected a number, and got ${JSON.stringify(value)}`];
  }
  const isAsWanted =
    typeof wanted === 'string' ? typeof value === 'string' && isValue(value, wanted) : value === wanted;
  return isAsWanted ? [] : [`extracted.${name}: expected ${show(wanted)}, and got ${JSON.stringify(value)}`];
}

function checkRange(what: string, range: { min?: number; max?: number } | undefined, value: number): string[] {
  const { min = -Infinity, max = Infinity } = range ?? {};
  if (value < min) return [`${what}: expected ${min} at least, and got ${value}`];
  return value > max ? [`${what}: expected ${max} at most, and got ${value}`] : [];
}

function checkShare(limits: Expectations['our_share_of_turn_ms'], shares: number[]): string[] {
  if (!limits) return [];
  if (shares.length === 0) return ['our_share_of_turn_ms: no turn was answered'];
  const wanted = [
    { name: 'p50', share: 50, limit: limits.p50 },
    { name: 'p95', share: 95, limit: limits.p95 },
  ];
  return wanted.flatMap(({ name, share, limit = Infinity }) => {
    const value = percentile(shares, share) ?? 0;
    return when(
      value > limit,
      () => `our_share_of_turn_ms.${name}: expected ${limit} ms at most, and got ${value} ms in ${shares.length} turns`,
    );
  });
}

const show = (wanted: Wanted) => (typeof wanted === 'string' && toRegExp(wanted) ? wanted : JSON.stringify(wanted));
const when = (condition: boolean, sentence: () => string) => (condition ? [sentence()] : []);

function quoted(texts: readonly string[]): string {
  return texts.length === 0 ? 'nothing' : texts.map((text) => `«${text}»`).join(', ');
}
