import { expect, it } from 'vitest';
import { pageLinks, pageRange, pageWindow, paginationEnvelope } from '#shared/platform/http/lists.ts';

const shown = (current: number, last: number) => pageWindow(current, last).join(' ');

it.each([
  { current: 1, last: 1, pages: '1' },
  { current: 13, last: 13, pages: '1 2 3 4 5 6 7 8 9 10 11 12 13' },
  { current: 7, last: 14, pages: '1 2 3 4 5 6 7 8 9 10 ... 13 14' },
  { current: 8, last: 14, pages: '1 2 ... 5 6 7 8 9 10 11 12 13 14' },
  { current: 7, last: 30, pages: '1 2 3 4 5 6 7 8 9 10 ... 29 30' },
  { current: 8, last: 30, pages: '1 2 ... 5 6 7 8 9 10 11 ... 29 30' },
  { current: 23, last: 30, pages: '1 2 ... 20 21 22 23 24 25 26 ... 29 30' },
  { current: 30, last: 30, pages: '1 2 ... 21 22 23 24 25 26 27 28 29 30' },
  { current: 40, last: 30, pages: '1 2 ... 21 22 23 24 25 26 27 28 29 30' },
])('pageWindow on page $current of $last shows $pages', ({ current, last, pages }) =>
  expect(shown(current, last)).toBe(pages),
);

it('pageWindow always holds the current page, in rising order, none twice', () => {
  for (let last = 1; last <= 40; last += 1) {
    for (let current = 1; current <= last; current += 1) {
      const numbers = pageWindow(current, last).filter((page) => typeof page === 'number');
      expect(numbers).toContain(current);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    }
  }
});

const urlOf = (page: number) => `?page=${page}`;

it('pageLinks frame the pages by previous and next', () =>
  expect(pageLinks(2, 3, urlOf)).toEqual([
    { url: '?page=1', label: '&laquo; Previous', active: false },
    { url: '?page=1', label: '1', active: false },
    { url: '?page=2', label: '2', active: true },
    { url: '?page=3', label: '3', active: false },
    { url: '?page=3', label: 'Next &raquo;', active: false },
  ]));

it.each([
  { page: 1, perPage: 10, range: { start: 0, end: 10 } },
  { page: 3, perPage: 7, range: { start: 14, end: 21 } },
])('pagination page $page of $perPage covers the rows from $range.start', ({ page, perPage, range }) => {
  expect(pageRange({ page, perPage })).toEqual(range);
});

const address = (query = '') => new URL(`https://api.example.com/api/user/calls${query}`);
const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

it('pageLinks show the gap without URL', () =>
  expect(pageLinks(1, 14, urlOf)).toContainEqual({ url: null, label: '...', active: false }));

it('paginationEnvelope has exactly the keys of the contract', () => {
  const envelope = paginationEnvelope({ rows: ['a'], total: 1 }, { page: 1, perPage: 15 }, address());
  expect(envelope).toEqual({
    current_page: 1,
    data: ['a'],
    first_page_url: 'https://api.example.com/api/user/calls?page=1',
    from: 1,
    last_page: 1,
    last_page_url: 'https://api.example.com/api/user/calls?page=1',
    links: [
      { url: null, label: '&laquo; Previous', active: false },
      { url: 'https://api.example.com/api/user/calls?page=1', label: '1', active: true },
      { url: null, label: 'Next &raquo;', active: false },
    ],
    next_page_url: null,
    path: 'https://api.example.com/api/user/calls',
    per_page: 15,
    prev_page_url: null,
    to: 1,
    total: 1,
  });
});

it('paginationEnvelope keeps every other query parameter in the page URLs, and none in the path', () => {
  const query = '?status=ended&phone_number=%2B12025550100&page=2&per_page=5';
  const envelope = paginationEnvelope({ rows: rows(5), total: 12 }, { page: 2, perPage: 5 }, address(query));
  const base = 'https://api.example.com/api/user/calls?status=ended&phone_number=%2B12025550100';
  expect(envelope).toMatchObject({
    first_page_url: `${base}&page=1&per_page=5`,
    prev_page_url: `${base}&page=1&per_page=5`,
    next_page_url: `${base}&page=3&per_page=5`,
    last_page_url: `${base}&page=3&per_page=5`,
    path: 'https://api.example.com/api/user/calls',
    from: 6,
    to: 10,
  });
});
