import { describe, expect, it } from 'vitest';
import { paginationEnvelope } from '#shared/platform/http/pagination.ts';

const address = (query = '') => new URL(`https://api.example.com/api/user/calls${query}`);
const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('paginationEnvelope', () => {
  it('has exactly the keys of the contract', () => {
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

  it('keeps every other query parameter in the page URLs, and none in the path', () => {
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

  it.each([
    { what: 'an empty list', total: 0, page: 1, expected: { last_page: 1, prev_page_url: null } },
    { what: 'a page past the end', total: 12, page: 9, expected: { last_page: 3, current_page: 9 } },
  ])('has no rows, from or to on $what', ({ total, page, expected }) => {
    const envelope = paginationEnvelope({ rows: [], total }, { page, perPage: 5 }, address());
    expect(envelope).toMatchObject({ data: [], from: null, to: null, next_page_url: null, total, ...expected });
  });

  it('counts a last page that is not full', () => {
    const envelope = paginationEnvelope({ rows: rows(2), total: 12 }, { page: 3, perPage: 5 }, address());
    expect(envelope).toMatchObject({ from: 11, to: 12, last_page: 3, next_page_url: null });
  });
});
