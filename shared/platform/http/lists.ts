import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import { describedAs } from '#shared/platform/http/fields.ts';
import { urlText, wholeNumber } from '#shared/platform/http/record-fields.ts';

/** Both count from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
  /** Only rows with smaller ids are counted and shown. Of any row, also of one that does not exist. */
  beforeId?: number | undefined;
}

export interface PageOf<Row> {
  rows: Row[];
  total: number;
}

/** The half-open range of row positions that a page covers, counted from 0. @__NO_SIDE_EFFECTS__ */
export function pageRange({ page, perPage }: PageRequest): { start: number; end: number } {
  return { start: (page - 1) * perPage, end: page * perPage };
}

/** The greatest id that a page may show. @__NO_SIDE_EFFECTS__ */
export function lastIdOf({ beforeId }: PageRequest): number {
  return beforeId === undefined ? Number.MAX_SAFE_INTEGER : beforeId - 1;
}

/** Enough for rows that go one after the other. */
const MOST_LOOKS = 3;

/** Looks again where a row was deleted after it was counted: rows and total must tell the same. */
export async function untilWhole<Row>(page: PageRequest, look: () => Promise<PageOf<Row>>): Promise<PageOf<Row>> {
  for (let looks = 1; ; looks += 1) {
    const found = await look();
    const expected = Math.min(page.perPage, found.total - pageRange(page).start);
    if (found.rows.length >= expected || looks === MOST_LOOKS) return found;
  }
}

/** The envelope of the contract. `address`: of the request; the page URLs keep its query. @__NO_SIDE_EFFECTS__ */
export function paginationEnvelope<Row>(page: PageOf<Row>, request: PageRequest, address: URL) {
  const last = Math.max(1, Math.ceil(page.total / request.perPage));
  const urlOf = (number: number) => {
    const url = new URL(address);
    url.searchParams.set('page', String(number));
    return url.href;
  };
  const first = (request.page - 1) * request.perPage + 1;
  const isEmpty = page.rows.length === 0;
  return {
    current_page: request.page,
    data: page.rows,
    first_page_url: urlOf(1),
    from: isEmpty ? null : first,
    last_page: last,
    last_page_url: urlOf(last),
    links: pageLinks(request.page, last, urlOf),
    next_page_url: request.page < last ? urlOf(request.page + 1) : null,
    path: address.origin + address.pathname,
    per_page: request.perPage,
    prev_page_url: request.page > 1 ? urlOf(request.page - 1) : null,
    to: isEmpty ? null : first + page.rows.length - 1,
    total: page.total,
  };
}

const GAP = '...';

/** The page numbers shown between «Previous» and «Next», `'...'` in place of the pages left out. @__NO_SIDE_EFFECTS__ */
export function pageWindow(current: number, last: number): Array<number | typeof GAP> {
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (last < 14) return span(1, last);
  if (current <= 7) return [...span(1, 10), GAP, last - 1, last];
  if (current > last - 7) return [1, 2, GAP, ...span(last - 9, last)];
  return [1, 2, GAP, ...span(current - 3, current + 3), GAP, last - 1, last];
}

/** The `links` of the pagination envelope; `urlOf` returns the address of a page. @__NO_SIDE_EFFECTS__ */
export function pageLinks(current: number, last: number, urlOf: (page: number) => string) {
  const step = (label: string, page: number, exists: boolean) => ({
    url: exists ? urlOf(page) : null,
    label,
    active: false,
  });
  const numbers = pageWindow(current, last).map((page) =>
    page === GAP
      ? { url: null, label: GAP, active: false }
      : { url: urlOf(page), label: String(page), active: page === current },
  );
  return [
    step('&laquo; Previous', current - 1, current > 1),
    ...numbers,
    step('Next &raquo;', current + 1, current < last),
  ];
}

const page = (number: number) => urlText(`https://api.example.com/api/user/calls?page=${number}`);
const count = (example: number) => v.pipe(wholeNumber(example), v.minValue(0));
const position = (example: number) => v.pipe(wholeNumber(example), v.minValue(1));

const PageLinkSchema = v.pipe(
  v.strictObject({
    url: v.nullable(page(1)),
    label: v.pipe(v.string(), v.examples(['1'])),
    active: v.boolean(),
  }),
  v.title('PageLink'),
);

/** The envelope around records of one kind. `name`: its component in the OpenAPI document. @__NO_SIDE_EFFECTS__ */
export function pageOf<const Row extends v.GenericSchema>(name: string, row: Row) {
  const envelope = v.strictObject({
    current_page: position(1),
    data: v.array(row),
    first_page_url: page(1),
    from: v.pipe(
      v.nullable(position(1)),
      v.description('The position of the first record of the page, or null if the page is empty.'),
    ),
    last_page: position(2),
    last_page_url: page(2),
    links: v.array(PageLinkSchema),
    next_page_url: v.nullable(page(2)),
    path: urlText('https://api.example.com/api/user/calls'),
    per_page: position(15),
    prev_page_url: v.nullable(page(1)),
    to: v.pipe(
      v.nullable(position(15)),
      v.description('The position of the last record of the page, or null if the page is empty.'),
    ),
    total: count(17),
  });
  return v.pipe(envelope, v.title(name));
}

function digits() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^-?\d+$/, sentences.integer),
    v.transform(Number),
    v.safeInteger(sentences.integer),
    describedAs({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  );
}

/** `page`, `per_page` with the default of the list, and `before_id`. @__NO_SIDE_EFFECTS__ */
export function pageParameters(perPageDefault: number) {
  return {
    page: v.optional(v.pipe(digits(), v.minValue(1, sentences.between(1, Number.MAX_SAFE_INTEGER))), '1'),
    per_page: v.optional(
      v.pipe(digits(), v.minValue(1, sentences.between(1, 100)), v.maxValue(100, sentences.between(1, 100))),
      String(perPageDefault),
    ),
    before_id: v.optional(recordIdParameter()),
  };
}

interface PageQuery {
  page: number;
  per_page: number;
  before_id?: number | undefined;
}

/** @__NO_SIDE_EFFECTS__ */
export function requestedPage({ page, per_page: perPage, before_id: beforeId }: PageQuery): PageRequest {
  return { page, perPage, beforeId };
}

/** An integer between two others. @__NO_SIDE_EFFECTS__ */
export function integerParameter(least: number, most: number) {
  const sentence = sentences.between(least, most);
  return v.pipe(digits(), v.minValue(least, sentence), v.maxValue(most, sentence));
}

/** A record id. Other integers match no record; other text is refused as «must be an integer». @__NO_SIDE_EFFECTS__ */
export function recordIdParameter() {
  return v.pipe(digits(), describedAs({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));
}

/** Part of a phone number, reduced to its digits. Text without digits matches no number. @__NO_SIDE_EFFECTS__ */
export function partOfNumber() {
  return v.pipe(
    v.string(),
    v.transform((part) => part.replaceAll(/\D/g, '') || part),
    describedAs({ type: 'string', description: 'A part of a phone number. Only digits are compared.' }),
  );
}

/** A day, `YYYY-MM-DD`, converted to its start in UTC, in epoch milliseconds. @__NO_SIDE_EFFECTS__ */
export function dayParameter() {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check(isCalendarDay, sentences.date),
    v.transform((day) => Date.parse(`${day}T00:00:00Z`)),
    describedAs({ type: 'string', format: 'date' }),
  );
}

const DAY_MS = 86_400_000;

/** A day, converted to its end: the start of the next one. @__NO_SIDE_EFFECTS__ */
export function lastDayParameter() {
  return v.pipe(
    dayParameter(),
    v.transform((start) => start + DAY_MS),
  );
}

/** `YYYY-MM-DD`, and it exists: `Date.parse` reads 2027-02-30 as the 2nd of March. */
export function isCalendarDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day);
}
