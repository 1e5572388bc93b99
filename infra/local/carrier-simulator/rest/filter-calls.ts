import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { RestError } from './rest-error.ts';

const fields: Record<string, (call: Call) => string> = {
  To: ({ to }) => to,
  From: ({ from }) => from,
  Status: ({ status }) => status,
  ParentCallSid: () => '',
};
const times: Record<string, (call: Call) => number | undefined> = {
  // A call that has not been dialled has no start yet, and is in no list by start.
  StartTime: ({ dialledAt }) => dialledAt,
  EndTime: ({ endedAt }) => endedAt,
};
const paging = new Set(['PageSize', 'Page', 'PageToken']);

/** The calls that a list request asks for. */
export function filterCalls(calls: readonly Call[], query: URLSearchParams, onUnknown: (name: string) => void): Call[] {
  return [...query].reduce<Call[]>(
    (left, [name, value]) => {
      const field = fields[name];
      if (field) return left.filter((call) => field(call) === value);
      const [, timeName = '', bound = ''] = /^(StartTime|EndTime)([<>]?)$/.exec(name) ?? [];
      const time = times[timeName];
      if (time) return left.filter((call) => isWithin(time(call), bound, value));
      if (!paging.has(name)) onUnknown(name);
      return left;
    },
    [...calls],
  );
}

const DAY_MS = 86_400_000;

/** `StartTime>=2026-01-31` arrives as the name `StartTime>`; both bounds include what they name. A bare name means that day. */
function isWithin(time: number | undefined, bound: string, value: string): boolean {
  const limit = Date.parse(value);
  if (Number.isNaN(limit)) throw new RestError(400, 20_001, `Invalid date: ${value}`);
  if (time === undefined) return false;
  // Dates of calls have whole seconds.
  const second = Math.floor(time / 1000) * 1000;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (bound === '>') return second >= limit;
  if (bound === '<') return second <= (isDay ? limit + DAY_MS - 1 : limit);
  return isDay ? second >= limit && second < limit + DAY_MS : second === limit;
}
