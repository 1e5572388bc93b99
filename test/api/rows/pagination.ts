import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, LIST_ASSISTANTS } from '#test/api/steps.ts';
import { callIdAt, storeCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';

const LIST_CALLS = 'GET /user/calls';
const lists = [
  { endpoint: LIST_ASSISTANTS, perPage: 10, record: shapes.assistantRecord },
  { endpoint: LIST_CALLS, perPage: 15, record: shapes.callRecord },
  { endpoint: 'GET /user/leads', perPage: 15, record: shapes.leadRecord },
  { endpoint: 'GET /user/do-not-call', perPage: 15, record: shapes.doNotCallRecord },
];

const storeCalls = (count: number) => async (world: World) => {
  for (let index = 0; index < count; index += 1) await storeCall(world, { id: callIdAt('2026-05-01T00:00:00Z') });
};

/** Queries, and the page that they mean. */
const pages: Record<string, number> = {
  'page=': 1,
  'page=%20%20': 1,
  'page=%201%20': 1,
  'page=007': 7,
  'page=x&page=2': 2,
  'page=3&page=': 3,
  'page[]=5': 1,
  'PAGE=5': 1,
  '__proto__=1&constructor=2&toString=3': 1,
  'unknown=1&unknown=2': 1,
  '&&=&?': 1,
  'per_page=100&page=9007199254740991': 9_007_199_254_740_991,
};

const listRows = lists.flatMap(({ endpoint, perPage, record }) => {
  const list = rowsOf(endpoint, 'Limits; decisions 4');
  const empty = { data: [], from: null, to: null, last_page: 1, total: 0, next_page_url: null };
  return [
    list(200, `A page has ${perPage} records unless asked otherwise, and an empty list has one page`, {
      isFresh: true,
      ask: [{}, { query: 'per_page=&page=' }, { query: `per_page=${perPage}&page=1` }],
      shape: shapes.envelope(record),
      part: { ...empty, current_page: 1, per_page: perPage, prev_page_url: null },
    }),
    list(200, 'per_page may be 1 and 100', {
      ask: ['1', '100', '%201%20'].map((size) => ({ query: `per_page=${size}` })),
      shape: shapes.envelope(record),
    }),
    list(200, 'The last value of page counts, other parameters do not, and a page past the end is empty', {
      isFresh: true,
      ask: Object.keys(pages).map((query) => ({ query })),
      part: empty,
      after: ({ body }, _, __, { query = '' }) => expect(body).toMatchObject({ current_page: pages[query] }),
    }),
  ];
});

const calls = rowsOf(LIST_CALLS, 'Pagination envelope; decisions 4');
const labelsOf = (links: Array<{ label: string }>) =>
  links
    .slice(1, -1)
    .map(({ label }) => label)
    .join(' ');

/** The labels of twenty pages, by the page that is shown. */
const start = '1 2 3 4 5 6 7 8 9 10 ... 19 20';
const end = '1 2 ... 11 12 13 14 15 16 17 18 19 20';
const windows: Record<number, string> = {
  1: start,
  7: start,
  8: '1 2 ... 5 6 7 8 9 10 11 ... 19 20',
  10: '1 2 ... 7 8 9 10 11 12 13 ... 19 20',
  13: '1 2 ... 10 11 12 13 14 15 16 ... 19 20',
  14: end,
  20: end,
};

interface Linked {
  current_page: number;
  links: Array<{ url: string | null; label: string; active: boolean }>;
}

const envelopeRows = [
  rowsOf(LIST_ASSISTANTS, 'Pagination envelope; decisions 4')(
    200,
    'Pages follow each other without gap or overlap, and say where they stand',
    {
      isFresh: true,
      given: async (world) => {
        for (const assistant_name of ['a', 'b', 'c', 'd', 'e']) await createAssistant(world, { assistant_name });
      },
      ask: [1, 2, 3].map((page) => ({ query: `per_page=2&page=${page}` })),
      part: { total: 5, last_page: 3, per_page: 2 },
      after: ({ body }) => {
        const { current_page, data, from, to } = body as Record<'current_page' | 'from' | 'to', number> & {
          data: Array<{ name: string }>;
        };
        const expected = ['ed 1-2', 'cb 3-4', 'a 5-5'][current_page - 1];
        expect(`${data.map(({ name }) => name).join('')} ${from}-${to}`).toBe(expected);
      },
    },
  ),
  calls(200, 'The page URLs keep every other query parameter, and path has none', {
    isFresh: true,
    given: storeCalls(5),
    ask: { query: 'type=outbound&phone_number=%2B12025550100&per_page=9&per_page=2&page=2&colour=red&colour=blue' },
    after: ({ body }, _, { baseUrl }) => {
      const urlOf = (number: number) =>
        `${baseUrl}/user/calls?type=outbound&phone_number=%2B12025550100&per_page=9&per_page=2&page=${number}&colour=red&colour=blue`;
      const urls = {
        first_page_url: urlOf(1),
        prev_page_url: urlOf(1),
        next_page_url: urlOf(3),
        last_page_url: urlOf(3),
      };
      expect(body).toMatchObject({ path: `${baseUrl}/user/calls`, per_page: 2, ...urls });
    },
  }),
  calls(200, 'links lead to the previous page, every page and the next one', {
    isFresh: true,
    given: storeCalls(3),
    ask: { query: 'per_page=1&page=2' },
    after: ({ body }, _, { baseUrl }) => {
      const url = (number: number) => `${baseUrl}/user/calls?per_page=1&page=${number}`;
      expect((body as Linked).links).toEqual([
        { url: url(1), label: '&laquo; Previous', active: false },
        { url: url(1), label: '1', active: false },
        { url: url(2), label: '2', active: true },
        { url: url(3), label: '3', active: false },
        { url: url(3), label: 'Next &raquo;', active: false },
      ]);
    },
  }),
  calls(200, 'links leave out the middle of many pages, and lead nowhere where there is nothing', {
    isFresh: true,
    given: storeCalls(20),
    ask: Object.keys(windows).map((page) => ({ query: `per_page=1&page=${page}` })),
    after: ({ body }) => {
      const { current_page, links } = body as Linked;
      expect(labelsOf(links)).toBe(windows[current_page]);
      expect(links.filter(({ active }) => active).map(({ label }) => label)).toEqual([String(current_page)]);
      const ends: Record<number, string> = { 1: '&laquo; Previous', 20: 'Next &raquo;' };
      const withoutUrl = links.filter(({ url }) => url === null).map(({ label }) => label);
      expect(withoutUrl.filter((label) => label !== '...')).toEqual([ends[current_page]].filter(Boolean));
      expect(links.every(({ url, label }) => label !== '...' || url === null)).toBe(true);
    },
  }),
  calls(200, 'Thirteen pages are all linked', {
    isFresh: true,
    given: storeCalls(13),
    ask: { query: 'per_page=1&page=7' },
    after: ({ body }) => expect(labelsOf((body as Linked).links)).toBe('1 2 3 4 5 6 7 8 9 10 11 12 13'),
  }),
];

export const paginationRows = [...listRows, ...envelopeRows];
