import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid, LIST_ASSISTANTS } from '#test/api/steps.ts';

const lists = [
  { endpoint: LIST_ASSISTANTS, perPage: 10, record: shapes.assistantRecord },
  { endpoint: 'GET /user/calls', perPage: 15, record: shapes.callRecord },
  { endpoint: 'GET /user/leads', perPage: 15, record: shapes.leadRecord },
  { endpoint: 'GET /user/do-not-call', perPage: 15, record: shapes.listedDoNotCallRecord },
];

/** Queries, and the page that they mean. */
const pages: Record<string, number> = {
  'page=': 1,
  'page=%20%20': 1,
  'page=%201%20': 1,
  'page=007': 7,
  'page=x&page=2': 2,
  'page=3&page=': 3,
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
    list(200, 'before_id is a position: any integer is one, and an empty value is none', {
      isFresh: true,
      ask: ['', '0', '-1', '1', '9007199254740991', '%201%20'].map((id) => ({ query: `before_id=${id}` })),
      part: empty,
    }),
    ...['x', '1.5', '1e3', '9007199254740992', '0x10', '1,2'].map((id) =>
      list(422, `before_id must be an integer: ${id}`, {
        ask: { query: `before_id=${id}` },
        body: dataInvalid({ before_id: 'The before id must be an integer.' }),
      }),
    ),
    ...['status[]=completed', 'filter[status]=completed', 'page[]=5', 'a[0][b]=1'].map((query) => {
      const [name = ''] = query.split('=');
      const body = dataInvalid({ [name]: `The ${name} field is not supported.` });
      return list(422, `A parameter as other services write lists is refused: ${name}`, { ask: { query }, body });
    }),
  ];
});

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
      after: ({ body }, _, { baseUrl }) => {
        const { current_page, data, from, to } = body as Record<'current_page' | 'from' | 'to', number> & {
          data: Array<{ name: string }>;
        };
        const expected = ['ed 1-2', 'cb 3-4', 'a 5-5'][current_page - 1];
        expect(`${data.map(({ name }) => name).join('')} ${from}-${to}`).toBe(expected);
        const path = `${baseUrl}/user/assistants/get`;
        expect(body).toMatchObject({ path, last_page_url: `${path}?per_page=2&page=3` });
      },
    },
  ),
  rowsOf(LIST_ASSISTANTS, 'Pagination envelope; decisions 4')(
    200,
    'A page behind a record counts and shows the older ones, also when this record was deleted, and its URLs keep the position',
    {
      isFresh: true,
      given: async (world) => {
        for (const assistant_name of ['a', 'b', 'c']) await createAssistant(world, { assistant_name });
        const id = await createAssistant(world, { assistant_name: 'd' });
        await createAssistant(world, { assistant_name: 'e' });
        await world.ask('DELETE /user/assistant/{id}', { id });
        return id;
      },
      ask: (id) => ({ query: `per_page=2&before_id=${id}` }),
      part: { total: 3, last_page: 2, from: 1, to: 2, current_page: 1 },
      after: ({ body }) => {
        const { data, next_page_url } = body as { data: Array<{ name: string }>; next_page_url: string };
        expect(data.map(({ name }) => name)).toEqual(['c', 'b']);
        expect(next_page_url).toMatch(/per_page=2&before_id=\d+&page=2$/);
      },
    },
  ),
];

export const paginationRows = [...listRows, ...envelopeRows];
