/** A page of a list as the client asked for it; both count from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** The rows of one page, and how many rows match in all. */
export interface PageOf<Row> {
  rows: Row[];
  total: number;
}

/** The half-open range of row positions that a page covers, counted from 0. */
export function pageRange({ page, perPage }: PageRequest): { start: number; end: number } {
  return { start: (page - 1) * perPage, end: page * perPage };
}
