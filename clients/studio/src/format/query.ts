/** Filters without those that are empty. */
export type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

export function given<Fields extends object>(fields: Fields): Given<Fields>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** The query string of filters, without empty ones and the first page: `?status=busy&page=2`, or nothing. */
export function writeQuery(filters: object): string {
  const entries = Object.entries(given(filters)).filter(([name, value]) => !(name === 'page' && value === 1));
  const query = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

/** An id or the number of a page; undefined for any other text. */
export function positive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

/** A page that is not the first. */
export function laterPage(text: string | null): number | undefined {
  const page = positive(text);
  return page === 1 ? undefined : page;
}

/** A day that exists, as `YYYY-MM-DD`. */
export function day(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** Changes filters, and goes back to the first page. */
export const changeFilters = <Filters extends { page?: number }>(
  filters: Filters,
  changes: Given<Filters>,
): Filters => ({
  ...filters,
  ...changes,
  page: undefined,
});

/** Whether anything but the page is chosen. */
export const hasFilters = ({ page: _page, ...filters }: { page?: number | undefined }): boolean =>
  Object.keys(given(filters)).length > 0;
