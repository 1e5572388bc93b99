import { ApiError, ConnectionError, type NewLead } from '@ringback/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { columnsOf } from '#clients/imports/src/columns.ts';
import { fileOfPage } from '#clients/imports/src/import-file.ts';
import { refusedFile } from '#clients/imports/src/refused-rows.ts';
import { importPart, secondsLeft } from '#clients/studio/src/leads/import-job.ts';
import { numberOfRow, readLeadFile, variableColumns } from '#clients/studio/src/leads/lead-file.ts';
import {
  readLeadFilters,
  variablesAsText,
  variablesInLine,
  variablesOfText,
} from '#clients/studio/src/leads/lead-filters.ts';
import { importLeads, type ImportState } from '#clients/studio/src/leads/lead-import.ts';
import { leadReason } from '#clients/studio/src/leads/lead-words.ts';
import { rememberedUses, rememberUses } from '#clients/studio/src/leads/remembered-columns.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

async function read(text: string) {
  const file = await readLeadFile(fileOfPage(new Blob([text])), 'leads.csv');
  return { ...file, columns: columnsOf(file.heading) };
}

describe('a file of leads', () => {
  it('is read from the page, with its format and its lines', async () => {
    const { format, heading, rows } = await read('Phone;note\r\n+1;"two\nlines"\r\n\r\n+2;x\r\n');
    expect([format, heading, rows.map(({ line, cells }) => [line, cells[1]])]).toEqual([
      'UTF-8',
      ['Phone', 'note'],
      [
        [2, 'two\nlines'],
        [5, 'x'],
      ],
    ]);
  });

  it('is refused without rows', () =>
    expect(readLeadFile(fileOfPage(new Blob(['phone_number\n'])), 'leads.csv')).rejects.toThrow(
      'The file has a heading and no rows.',
    ));

  it('shows which columns become variables', async () => {
    const file = await read('phone_number,name,secondary_phone_1,refused_line,refused_because,\n+1');
    expect(variableColumns(file.columns)).toEqual(['name']);
  });

  it('shows how the number of each row is understood, before it is sent', async () => {
    const { columns, rows } = await read('phone,country\n+1 202 555 0101,\n030 901820,\n0664 1234567,AT\n12,\n');
    const shown = (country?: string) => rows.map(({ cells }) => numberOfRow(columns, cells, country));
    const [american, austrian] = ['+12025550101, United States', '+436641234567, Austria'];
    const missing = 'The phone number must include the country code.';
    expect(shown()).toEqual([american, missing, austrian, missing]);
    expect(shown('DE')).toEqual([american, '+4930901820, Germany', austrian, 'The phone number is not valid in DE.']);
  });
});

const refusal = (status: number, body: object) => new ApiError(new Response(null, { status }), body);
const taken = { message: 'Validation failed', errors: { phone_number: ['The phone number has already been taken.'] } };

describe('an import of leads', () => {
  const one = '+12025550101';
  const file = read(`phone_number,name\n${one},Ada\n+12025550102,Bob\n+12025550103,Cy\n4,too,many\n+12025550105,Eve\n`);
  const answers: Record<string, Error | undefined> = {
    '+12025550102': refusal(422, taken),
    '+12025550103': refusal(422, { message: 'Invalid phone number' }),
  };

  async function run(
    create: (lead: NewLead, signal: AbortSignal) => Promise<unknown>,
    signal = new AbortController().signal,
  ) {
    const seen: ImportState[] = [];
    const state = await importLeads({
      columns: (await file).columns,
      rows: (await file).rows,
      campaignId: 7,
      create,
      signal,
      onProgress: (read) => seen.push(read()),
    });
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
        { line: 4, cells: ['+12025550103', 'Cy'], reason: 'Invalid phone number' },
        { line: 5, cells: ['4', 'too', 'many'], reason: 'The row has more cells than the heading.' },
      ]),
      left: [],
    });
    expect(sent[0]).toEqual({ campaign_id: 7, phone_number: one, variables: { name: 'Ada' } });
    expect(seen.map(importPart).at(-1)).toBe(1);
    expect(refusedFile((await file).heading, state.refused)).toBe(
      'phone_number,name,refused_line,refused_because\n+12025550103,Cy,4,Invalid phone number\n4,too,5,The row has more cells than the heading.,many\n',
    );
  });

  it('keeps the rows that are left when the network fails, the one under way included', async () => {
    const { state } = await run(async ({ phone_number }) => {
      if (phone_number !== one) throw new ConnectionError('gone');
    });
    expect(state.created).toBe(1);
    const lines = [...state.left, ...state.refused].map(({ line }) => line);
    expect(lines.toSorted((one, other) => one - other)).toEqual([3, 4, 5, 6]);
  });

  it('ends requests that are under way when one finds no network, and loses none of their rows', async () => {
    const { state } = await run((lead, signal) =>
      lead.phone_number === '+12025550102'
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
    const rows = Array.from({ length: 300 }, (_, index) => `+1202555${String(index).padStart(4, '0')}`);
    const many = await read(['phone_number', ...rows].join('\n'));
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
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

    const { signal } = new AbortController();
    const running = importLeads({ ...many, campaignId: 7, create, signal, onProgress: () => undefined });
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

describe('the time that an import needs', () => {
  const rows = (length: number) => Array.from({ length }, (_, line) => ({ line, cells: [] }));
  it.each([
    ['at first', 1000, 10, undefined],
    ['without a row', 5000, 0, undefined],
    ['at 20 rows a second', 5000, 100, 45],
  ])('%s', (_, took, created, seconds) => {
    const state = { created: 50 + created, known: 0, refused: [], left: rows(900) };
    expect(secondsLeft({ state, begun: { at: 1000, done: 50 } }, 1000 + took)).toBe(seconds);
  });
});

describe('the columns of an earlier file', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const wer = { meaning: 'variable' as const, variable: 'customer_name' };

  it('are remembered by their headings, for their user, without the headings', () => {
    rememberUses('a@example.com', ['Handy', 'Wer'], new Map([[1, wer]]), storage);
    expect(rememberedUses('a@example.com', ['WER', 'Handy'], storage)).toEqual([wer, undefined]);
    expect(rememberedUses('b@example.com', ['Wer'], storage)).toEqual([undefined]);
    expect(JSON.stringify([...stored])).not.toMatch(/wer|example/i);
  });

  it('are left out when another version has stored them otherwise', () => {
    for (const text of ['{', '{}', '[[1,2]]', '[["a",{"meaning":"other","variable":"x"}]]', 'null']) {
      for (const key of stored.keys()) stored.set(key, text);
      expect(rememberedUses('a@example.com', ['Wer'], storage)).toEqual([undefined]);
    }
  });
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
