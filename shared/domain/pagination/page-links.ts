export interface PageLink {
  url: string | null;
  label: string;
  active: boolean;
}

const GAP = '...';

/** The page numbers shown between «Previous» and «Next», `'...'` standing for pages left out. */
export function pageWindow(current: number, last: number): Array<number | typeof GAP> {
  const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (last < 14) return span(1, last);
  if (current <= 7) return [...span(1, 10), GAP, last - 1, last];
  if (current > last - 7) return [1, 2, GAP, ...span(last - 9, last)];
  return [1, 2, GAP, ...span(current - 3, current + 3), GAP, last - 1, last];
}

/** The `links` of the pagination envelope; `urlOf` gives the address of a page. */
export function pageLinks(current: number, last: number, urlOf: (page: number) => string): PageLink[] {
  const step = (label: string, page: number, exists: boolean): PageLink => ({
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
