import { pageLinks, type PageLink } from '#shared/domain/pagination/page-links.ts';
import type { PageOf, PageRequest } from '#shared/domain/pagination/pagination.ts';

export interface PaginationEnvelope<Row> {
  current_page: number;
  data: Row[];
  first_page_url: string;
  from: number | null;
  last_page: number;
  last_page_url: string;
  links: PageLink[];
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number | null;
  total: number;
}

/**
 * Wraps one page in the envelope of the contract.
 * `address` is the full URL of the request; its query is kept in the page URLs, `page` replaced.
 */
export function paginationEnvelope<Row>(page: PageOf<Row>, asked: PageRequest, address: URL): PaginationEnvelope<Row> {
  const last = Math.max(1, Math.ceil(page.total / asked.perPage));
  const urlOf = (number: number) => {
    const url = new URL(address);
    url.searchParams.set('page', String(number));
    return url.href;
  };
  const first = (asked.page - 1) * asked.perPage + 1;
  const isEmpty = page.rows.length === 0;
  return {
    current_page: asked.page,
    data: page.rows,
    first_page_url: urlOf(1),
    from: isEmpty ? null : first,
    last_page: last,
    last_page_url: urlOf(last),
    links: pageLinks(asked.page, last, urlOf),
    next_page_url: asked.page < last ? urlOf(asked.page + 1) : null,
    path: address.origin + address.pathname,
    per_page: asked.perPage,
    prev_page_url: asked.page > 1 ? urlOf(asked.page - 1) : null,
    to: isEmpty ? null : first + page.rows.length - 1,
    total: page.total,
  };
}
