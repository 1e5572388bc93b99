import { ApiError, ConnectionError, type NewLead } from '@ringback/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refusedFile } from '#clients/cli/src/lead-columns.ts';
import { FileProblem, readLeadFile, textOfFile, variableColumns } from '#clients/studio/src/leads/lead-file.ts';
import {
  readLeadFilters,
  variablesAsText,
  variablesInLine,
  variablesOfText,
} from '#clients/studio/src/leads/lead-filters.ts';
import { importLeads, importPart, type ImportState } from '#clients/studio/src/leads/lead-import.ts';
import { leadReason } from '#clients/studio/src/leads/lead-words.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

describe('a CSV file of leads', () => {
  it.each([
    ['comma', 'phone_number,name\n+12025550100,Ada\n'],
    ['semicolon, as spreadsheets of Europe write it', 'phone_number;name\r\n+12025550100;Ada\r\n'],
    ['tab', 'phone_number\tname\n+12025550100\tAda'],
    ['byte order mark, blanks and empty lines', '\uFEFF phone_number , name \n\n +12025550100 , Ada \n,\n'],
    ['quotes', '"phone_number","name"\n"+12025550100","Ada"\n'],
  ])('is read with %s', (_, text) => {
    const { heading, rows } = readLeadFile(text);
    expect([heading, rows.map(({ cells }) => cells)]).toEqual([['phone_number', 'name'], [['+12025550100', 'Ada']]]);
  });

  it.each([
    ['UTF-8', Buffer.from('\uFEFFname\nJürgen')],
    ['Windows-1252', Buffer.from('name\nJürgen', 'latin1')],
  ])('is text in %s', (_, { buffer, byteOffset, length }) => {
    expect(textOfFile(buffer.slice(byteOffset, byteOffset + length))).toBe('name\nJürgen');
  });

  it('names the line of each row, with line breaks in cells counted', () => {
    const { rows } = readLeadFile('phone_number,note\n+1,"two\nlines"\n\n+2,x\n');
    expect(rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
      [3, 'two\nlines'],
      [5, 'x'],
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['name\nAda\n', 'The file has no column phone_number. Its first line must name the columns.'],
    ['phone_number\n', 'The file has a heading and no rows.'],
    ['phone_number\n"+1\n', /^The file is not valid CSV: /],
  ])('%j is refused: %s', (text, problem) => {
    expect(() => readLeadFile(text)).toThrow(FileProblem);
    expect(() => readLeadFile(text)).toThrow(problem);
  });

  it('shows which columns become variables', () => {
    const heading = ['phone_number', 'name', 'secondary_phone_1', 'refused_because', ''];
    expect(variableColumns({ heading })).toEqual(['name']);
  });
});

const refusal = (status: number, body: object) => new ApiError(new Response(null, { status }), body);
const taken = { message: 'Validation failed', errors: { phone_number: ['The phone number has already been taken.'] } };

describe('an import of leads', () => {
  const file = readLeadFile('phone_number,name\n+1,Ada\n+2,Bob\n+3,Cy\n4,too,many\n+5,Eve\n');
  const answers: Record<string, Error | undefined> = {
    '+2': refusal(422, taken),
    '+3': refusal(422, { message: 'Invalid phone number' }),
  };

  async function run(
    create: (lead: NewLead, signal: AbortSignal) => Promise<unknown>,
    signal = new AbortController().signal,
  ) {
    const seen: ImportState[] = [];
    const state = await importLeads({ file, campaignId: 7, create, signal, onProgress: (one) => seen.push(one) });
    return { state, seen };
  }

  it('counts what is created and known, and keeps what is refused with the reason', async () => {
    const sent: NewLead[] = [];
    const { state, seen } = await run(async (lead) => {
      sent.push(lead);
      const refused = answers[lead.phone_number];
      if (refused) throw refused;
    });
    expect(state).toEqual({
      created: 2,
      known: 1,
      refused: expect.arrayContaining([
        { line: 4, cells: ['+3', 'Cy'], reason: 'Invalid phone number' },
        { line: 5, cells: ['4', 'too', 'many'], reason: 'The row has more cells than the heading.' },
      ]),
      left: [],
    });
    expect(sent[0]).toEqual({ campaign_id: 7, phone_number: '+1', variables: { name: 'Ada' } });
    expect(seen.map(importPart).at(-1)).toBe(1);
    expect(refusedFile(file.heading, state.refused)).toBe(
      'phone_number,name,refused_because\n+3,Cy,Invalid phone number\n4,too,The row has more cells than the heading.\n',
    );
  });

  it('keeps the rows that are left when the network fails, the one under way included', async () => {
    const { state } = await run(async ({ phone_number }) => {
      if (phone_number !== '+1') throw new ConnectionError('gone');
    });
    expect(state.created).toBe(1);
    const lines = [...state.left, ...state.refused].map(({ line }) => line);
    expect(lines.toSorted((one, other) => one - other)).toEqual([3, 4, 5, 6]);
  });

  it('ends requests that are under way when one finds no network, and loses none of their rows', async () => {
    const { state } = await run((lead, signal) =>
      lead.phone_number === '+2'
        ? Promise.reject(new ConnectionError('gone'))
        : new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error))),
    );
    expect([state.created, state.refused.length, state.left.length]).toEqual([0, 1, 4]);
  });

  it('keeps the rows that are left when the user stops', async () => {
    const stopping = new AbortController();
    const { state } = await run((_, signal) => {
      stopping.abort();
      return Promise.reject(signal.reason as Error);
    }, stopping.signal);
    expect([state.created, state.left.length + state.refused.length]).toEqual([0, 5]);
  });

  it('waits together when there are too many requests, and leaves no row', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const rows = Array.from({ length: 300 }, (_, index) => `+1${index}`);
    let tokens = 100;
    let last = Date.now();
    let refused = 0;
    const create = async () => {
      await new Promise((done) => setTimeout(done, 60));
      tokens = Math.min(100, tokens + (Date.now() - last) / 100);
      last = Date.now();
      if (tokens >= 1) tokens -= 1;
      else {
        refused += 1;
        throw new ApiError(new Response(null, { status: 429, headers: { 'retry-after': '1' } }), {});
      }
    };
    const many = readLeadFile(['phone_number', ...rows].join('\n'));
    const { signal } = new AbortController();
    const running = importLeads({ file: many, campaignId: 7, create, signal, onProgress: () => undefined });
    await vi.runAllTimersAsync();
    expect(await running).toEqual({ created: 300, known: 0, refused: [], left: [] });
    // Every worker is refused once a second at most.
    expect(refused).toBeLessThan(8 * 25);
  });

  it('stops while it waits', async () => {
    const stopping = new AbortController();
    const limited = new ApiError(new Response(null, { status: 429, headers: { 'retry-after': '30' } }), {});
    const running = run(() => Promise.reject(limited), stopping.signal);
    setTimeout(() => stopping.abort(), 10);
    const { state } = await running;
    expect([state.left.length, state.refused.length]).toEqual([4, 1]);
  });

  it('fails when the refusal is not about a row', async () => {
    await expect(run(() => Promise.reject(refusal(401, { message: 'Unauthorized' })))).rejects.toThrow('Unauthorized');
  });

  it('has done nothing of nothing', () => expect(importPart({ created: 0, known: 0, refused: [], left: [] })).toBe(0));
});

describe('leads', () => {
  it('are filtered by what stands in the URL', () => {
    expect(readLeadFilters('?status=rescheduled&campaign_id=7&phone_number=0100&page=2&date_to=x')).toEqual({
      status: 'rescheduled',
      campaign_id: 7,
      phone_number: '0100',
      page: 2,
    });
  });

  it.each(openapi.components.schemas.LeadRecord.properties.reason.enum)(
    'have a sentence for the reason %s',
    (reason) => {
      expect(leadReason(reason)).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('show their variables in a line', () => {
    expect(variablesInLine({ name: 'Ada', age: 7 })).toBe('name: Ada, age: 7');
  });

  it.each([
    ['', { variables: {} }],
    ['name: Ada\n\n city=Bonn: Beuel ', { variables: { name: 'Ada', city: 'Bonn: Beuel' } }],
    ['url: https://x.example', { variables: { url: 'https://x.example' } }],
    ['empty:', { variables: { empty: '' } }],
    ['Ada', { variables: {}, problem: 'Write “name: value” in each line; “Ada” has no value.' }],
    ['quoted: "two\\nlines"\nopen: "Ada', { variables: { quoted: 'two\nlines', open: '"Ada' } }],
  ])('%j are the variables %j', (text, variables) => expect(variablesOfText(text)).toEqual(variables));

  const stored = {
    name: 'Ada',
    age: 5,
    vip: true,
    tags: ['a', 'b'],
    none: null,
    note: 'two\nlines: here',
    quoted: '"Ada"',
    padded: ' x ',
    'a:b': 'c',
    '': 'unnamed',
  };

  it('send no variables when none was changed', () => {
    expect(variablesOfText(variablesAsText(stored), stored)).toEqual({ variables: {} });
  });

  it('come back from their lines as they were', () => {
    const { 'a:b': _colon, '': _unnamed, ...named } = stored;
    expect(variablesOfText(variablesAsText(named))).toMatchObject({
      variables: { name: 'Ada', note: named.note, quoted: '"Ada"', padded: ' x ' },
    });
  });

  it('keep what is no text as it is when it is changed', () => {
    const text = variablesAsText(stored)
      .replace('age: 5', 'age: 6')
      .replace('["a","b"]', '["a"]')
      .replace('true', 'no');
    expect(variablesOfText(text, stored)).toEqual({ variables: { age: 6, tags: ['a'], vip: 'no' } });
  });
});
