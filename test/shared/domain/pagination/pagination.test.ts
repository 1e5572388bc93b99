import { expect, it } from 'vitest';
import { pageRange } from '#shared/platform/http/pagination.ts';

it.each([
  { page: 1, perPage: 10, range: { start: 0, end: 10 } },
  { page: 3, perPage: 7, range: { start: 14, end: 21 } },
])('page $page of $perPage covers the rows from $range.start', ({ page, perPage, range }) => {
  expect(pageRange({ page, perPage })).toEqual(range);
});
