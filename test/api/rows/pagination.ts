import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid, LIST_ASSISTANTS } from '#test/api/steps.ts';
import { callIdAt, storeCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';

const LIST_CALLS = 'GET /user/calls';
const lists = [
  { endpoint: LIST_ASSISTANTS, perPage: 10, record: shapes.assistantRecord },
  { endpoint: LIST_CALLS, perPage: 15, record: shapes.callRecord },
];

const storeCalls = (count: number) => async (world: World) => {
  for (let index = 0; index < count; index += 1) await storeCall(world, { id: callIdAt('2026-05-01T00:00:00Z') });
};

const listRows = lists.flatMap(({ endpoint, perPage, record }) => [
  row({
    sentence: `A page has ${perPage} records unless asked otherwise, and an empty list has one page`,
    from: 'Limits; decisions 4',
    endpoint,
    status: 200,
    isFresh: true,
    ask: () => [{}, { query: 'per_page=&page=' }, { query: `per_page=${perPage}&page=1` }],
    shape: shapes.envelope(record),
    part: {
      current_page: 1,
      data: [],
      from: null,
      to: null,
      last_page: 1,
      per_page: perPage,
      total: 0,
      next_page_url: null,
      prev_page_url: null,
    },
  }),
  row({
    sentence: 'per_page may be 1 and 100',
    from: 'Limits',
    endpoint,
    status: 200,
    ask: () => [{ query: 'per_page=1' }, { query: 'per_page=100' }, { query: 'per_page=%201%20' }],
    shape: shapes.envelope(record),
  }),
  row({
    sentence: 'per_page is from 1 to 100',
    from: 'Limits; decisions 4',
    endpoint,
    status: 422,
    ask: () => ['0', '101', '-1', '999999999999999'].map((value) => ({ query: `per_page=${value}` })),
    body: dataInvalid({ per_page: 'The per page must be between 1 and 100.' }),
  }),
  row({
    sentence: 'per_page is an integer',
    from: 'decisions 2',
    endpoint,
    status: 422,
    ask: () => ['1e1', '1.5', 'ten', '0x10', 'NaN', 'Infinity', '%00'].map((value) => ({ query: `per_page=${value}` })),
    body: dataInvalid({ per_page: 'The per page must be an integer.' }),
  }),
  row({
    sentence: 'page is an integer from 1',
    from: 'decisions 4',
    endpoint,
    status: 422,
    ask: () =>
      ['0', '-1', '1e3', '1.5', 'one', '0x1', '99999999999999999999'].map((value) => ({ query: `page=${value}` })),
    after: ({ body }) => {
      expect(Object.keys((body as { errors: object }).errors)).toEqual(['page']);
    },
  }),
  row({
    sentence: 'A page past the end is empty',
    from: 'decisions 4',
    endpoint,
    status: 200,
    isFresh: true,
    ask: () => ['2', '1000', '999999999999999'].map((page) => ({ query: `per_page=100&page=${page}` })),
    shape: shapes.envelope(record),
    part: { data: [], from: null, to: null, next_page_url: null },
  }),
]);

const envelopeRows = [
  row({
    sentence: 'Pages follow each other without gap or overlap, and say where they stand',
    from: 'Pagination envelope; decisions 4',
    endpoint: LIST_ASSISTANTS,
    status: 200,
    isFresh: true,
    given: async (world) => {
      for (const assistant_name of ['a', 'b', 'c', 'd', 'e']) await createAssistant(world, { assistant_name });
    },
    ask: () => [1, 2, 3].map((page) => ({ query: `per_page=2&page=${page}` })),
    part: { total: 5, last_page: 3, per_page: 2 },
    after: ({ body }) => {
      const page = body as { current_page: number; data: Array<{ name: string }>; from: number; to: number };
      const expected = [
        { names: ['e', 'd'], from: 1, to: 2 },
        { names: ['c', 'b'], from: 3, to: 4 },
        { names: ['a'], from: 5, to: 5 },
      ][page.current_page - 1];
      expect({ names: page.data.map(({ name }) => name), from: page.from, to: page.to }).toEqual(expected);
    },
  }),
  row({
    sentence: 'The page URLs keep every other query parameter, and path has none',
    from: 'Pagination envelope; decisions 4',
    endpoint: LIST_CALLS,
    status: 200,
    isFresh: true,
    given: storeCalls(5),
    ask: () => ({ query: 'type=outbound&phone_number=%2B12025550100&per_page=2&page=2&colour=red' }),
    after: ({ body }, _, { baseUrl }) => {
      const page = body as Record<string, string>;
      const urlOf = (number: number) =>
        `${baseUrl}/user/calls?type=outbound&phone_number=%2B12025550100&per_page=2&page=${number}&colour=red`;
      expect(page).toMatchObject({
        path: `${baseUrl}/user/calls`,
        first_page_url: urlOf(1),
        prev_page_url: urlOf(1),
        next_page_url: urlOf(3),
        last_page_url: urlOf(3),
      });
    },
  }),
  row({
    sentence: 'links lead to the previous page, every page and the next one',
    from: 'Pagination envelope; decisions 4',
    endpoint: LIST_CALLS,
    status: 200,
    isFresh: true,
    given: storeCalls(3),
    ask: () => ({ query: 'per_page=1&page=2' }),
    after: ({ body }, _, { baseUrl }) => {
      const url = (number: number) => `${baseUrl}/user/calls?per_page=1&page=${number}`;
      expect((body as { links: unknown }).links).toEqual([
        { url: url(1), label: '&laquo; Previous', active: false },
        { url: url(1), label: '1', active: false },
        { url: url(2), label: '2', active: true },
        { url: url(3), label: '3', active: false },
        { url: url(3), label: 'Next &raquo;', active: false },
      ]);
    },
  }),
  row({
    sentence: 'links leave out the middle of many pages, and lead nowhere where there is nothing',
    from: 'decisions 4',
    endpoint: LIST_CALLS,
    status: 200,
    isFresh: true,
    given: storeCalls(20),
    ask: () => [1, 7, 8, 10, 13, 14, 20].map((page) => ({ query: `per_page=1&page=${page}` })),
    after: ({ body }) => {
      const { current_page, links } = body as {
        current_page: number;
        links: Array<{ url: string | null; label: string; active: boolean }>;
      };
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
      expect(
        links
          .slice(1, -1)
          .map(({ label }) => label)
          .join(' '),
      ).toBe(windows[current_page]);
      expect(links.filter(({ active }) => active).map(({ label }) => label)).toEqual([String(current_page)]);
      for (const { url, label } of links) {
        const isEnd =
          (current_page === 1 && label.includes('Previous')) || (current_page === 20 && label.includes('Next'));
        expect(url === null, label).toBe(label === '...' || isEnd);
      }
    },
  }),
  row({
    sentence: 'Thirteen pages are all linked',
    from: 'decisions 4',
    endpoint: LIST_CALLS,
    status: 200,
    isFresh: true,
    given: storeCalls(13),
    ask: () => ({ query: 'per_page=1&page=7' }),
    after: ({ body }) => {
      const { links } = body as { links: Array<{ label: string }> };
      expect(links.slice(1, -1).map(({ label }) => label)).toEqual(
        Array.from({ length: 13 }, (_, index) => String(index + 1)),
      );
    },
  }),
];

export const paginationRows = [...listRows, ...envelopeRows];
