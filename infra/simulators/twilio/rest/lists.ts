import { type Report, RestError } from '#twilio/rest/api-message.ts';

interface ListFilters<Item> {
  fields: Record<string, (item: Item) => string>;
  /** Each with its bounds: `Time`, `Time<`, `Time>`. */
  times: Record<string, (item: Item) => number | undefined>;
}

const paging = new Set(['PageSize', 'Page', 'PageToken']);

/** The items that match the query of a list request. */
export function filterList<Item>(
  items: readonly Item[],
  { fields, times }: ListFilters<Item>,
  query: URLSearchParams,
  report: Report,
): Item[] {
  return [...query].reduce<Item[]>(
    (left, [name, value]) => {
      const field = ownOf(fields, name);
      if (field) return left.filter((item) => field(item) === value);
      const [, timeName = '', bound = ''] = /^(\w+?)([<>]?)$/.exec(name) ?? [];
      const time = ownOf(times, timeName);
      if (time) return left.filter((item) => isWithin(time(item), bound, value));
      if (!paging.has(name)) report(20_001, `unknown filter ${name}`);
      return left;
    },
    [...items],
  );
}

const DAY_MS = 86_400_000;

/** `StartTime>=2026-01-31` arrives as the name `StartTime>`. Both bounds are inclusive. A name without a bound means that day. */
function isWithin(time: number | undefined, bound: string, value: string): boolean {
  const limit = Date.parse(value);
  if (Number.isNaN(limit)) throw new RestError(400, 20_001, `Invalid date: ${value}`);
  if (time === undefined) return false;
  // The carrier's dates have whole seconds.
  const second = Math.floor(time / 1000) * 1000;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (bound === '>') return second >= limit;
  if (bound === '<') return second <= (isDay ? limit + DAY_MS - 1 : limit);
  return isDay ? second >= limit && second < limit + DAY_MS : second === limit;
}

const ownOf = <Value>(record: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;

/** A page of a list as in the API; `name` is the key of the items. */
export function listPage<Item>(path: string, query: URLSearchParams, name: string, items: readonly Item[]) {
  const size = Math.min(Math.max(Number(query.get('PageSize') ?? DEFAULT_PAGE_SIZE) || 1, 1), MAX_PAGE_SIZE);
  const page = Math.max(Number(query.get('Page') ?? 0) || 0, 0);
  const start = page * size;
  const shown = items.slice(start, start + size);
  const uriOf = (number: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('PageSize', String(size));
    parameters.set('Page', String(number));
    if (number > 0) parameters.set('PageToken', `PA${number}`);
    else parameters.delete('PageToken');
    return `${path}?${parameters.toString()}`;
  };
  return {
    [name]: shown,
    page,
    page_size: size,
    start,
    end: Math.max(start + shown.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    next_page_uri: start + size < items.length ? uriOf(page + 1) : null,
    previous_page_uri: page > 0 ? uriOf(page - 1) : null,
  };
}
