import { describe, expect, it } from 'vitest';
import { ACCOUNT_SID, FROM, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const SILENT = '+12025550155';
/** Rings for as long as it is let. */
const UNREACHED = '+12025550151';
const BUSY = '+12025550150';

describe('the REST API of the carrier', () => {
  const carrier = useCarrier();
  const post = (form: [string, string][]) => carrier.client().api('POST', '/Calls.json', form);
  const valid = (): [string, string][] => [
    ['To', SILENT],
    ['From', FROM],
    ['Url', `${carrier.service().url}/answered`],
  ];
  const changed = (name: string, value?: string): [string, string][] => [
    ...valid().filter(([key]) => key !== name),
    ...(value === undefined ? [] : [[name, value] as [string, string]]),
  ];

  it('answers 401 with 20003 to anybody else, and writes the attempt down', async () => {
    const wrong = `Basic ${Buffer.from(`${ACCOUNT_SID}:wrong`).toString('base64')}`;
    const response = await carrier.client().request('POST', '/Calls.json', valid(), wrong);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      code: 20_003,
      message: 'Authenticate',
      more_info: 'https://www.twilio.com/docs/errors/20003',
      status: 401,
    });
    expect(await carrier.client().attempts()).toMatchObject([{ to: SILENT, httpStatus: 401 }]);
  });

  it('answers 201 with a queued call without dates, as Twilio does, and shows its dates later', async () => {
    const { status, body } = await post(valid());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      sid: expect.stringMatching(/^CA[\da-f]{32}$/),
      status: 'queued',
      to_formatted: '(202) 555-0155',
      duration: null,
      price: null,
      queue_time: '0',
      start_time: null,
      date_created: null,
      date_updated: null,
    });
    const shown = await carrier.client().api('GET', `/Calls/${String(body['sid'])}.json`);
    const rfc2822 = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/;
    expect(shown.body).toMatchObject({
      date_created: expect.stringMatching(rfc2822),
      date_updated: expect.stringMatching(rfc2822),
    });
    expect(body['subresource_uris']).toHaveProperty('user_defined_message_subscriptions');
  });

  it.each([
    ['To', undefined, 21_201],
    ['To', '2025550155', 21_211],
    ['To', '+15005550003', 21_215],
    ['From', undefined, 21_213],
    ['From', 'Ringback', 21_212],
    ['From', '+15005550000', 21_210],
    ['Url', undefined, 21_205],
    ['Url', 'ftp://example.com/x', 21_205],
    ['StatusCallback', 'https://my_host.example.com/x', 21_609],
    ['StatusCallbackEvent', 'in-progress', 21_626],
    ['StatusCallbackMethod', 'PUT', 20_001],
    ['Timeout', '601', 20_001],
    ['TimeLimit', 'soon', 20_001],
    ['MachineDetection', 'true', 20_001],
  ])('refuses %s = %s with 400 and %i', async (name, value, code) => {
    const { status, body } = await post(changed(name, value));
    expect({ status, code: body['code'], httpStatus: body['status'] }).toEqual({ status: 400, code, httpStatus: 400 });
    expect(await carrier.client().attempts()).toMatchObject([{ httpStatus: 400, code }]);
    expect(await carrier.client().control('/calls')).toEqual({ calls: [] });
  });

  it.each([
    ['an unknown parameter', [['StatusCallBack', 'https://example.com/x']], 20_001],
    ['a repeated parameter', [['Url', 'https://example.com/x']], 20_001],
    [
      'asynchronous detection without a callback',
      [
        ['MachineDetection', 'Enable'],
        ['AsyncAmd', 'true'],
      ],
      21_262,
    ],
  ] as [string, [string, string][], number][])('takes %s, and reports it', async (_what, more, code) => {
    expect(await post([...valid(), ...more])).toMatchObject({ status: 201 });
    expect(await carrier.client().violations()).toMatchObject([{ code }]);
  });

  it('answers 404 with 20404 for what is not there, 405 for what cannot be done', async () => {
    const unknown = `/Calls/CA${'0'.repeat(32)}.json`;
    expect(await carrier.client().api('GET', unknown)).toMatchObject({ status: 404, body: { code: 20_404 } });
    expect(await carrier.client().api('GET', '/Calls')).toMatchObject({ status: 404 });
    expect(await carrier.client().api('PUT', '/Calls.json')).toMatchObject({ status: 405, body: { code: 20_004 } });
  });

  it('cancels a call that has not been answered, and refuses to change one that is over', async () => {
    const { body } = await carrier.dial(UNREACHED, [['Timeout', '600']]);
    const path = `/Calls/${String(body['sid'])}.json`;
    const canceled = await carrier.client().api('POST', path, [['Status', 'canceled']]);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', duration: '0' } });
    await carrier.finished(String(body['sid']));
    expect(carrier.service().statuses().at(-1)).toBe('canceled');
    const again = await carrier.client().api('POST', path, [['Status', 'completed']]);
    expect(again).toMatchObject({ status: 400, body: { code: 21_220 } });
  });

  it('lists calls by number, status and start, newest first and page by page', async () => {
    const sids: string[] = [];
    for (const to of [BUSY, BUSY, BUSY, '+12025550152']) sids.push((await carrier.call(to)).sid);
    const list = async (query: string) => (await carrier.client().api('GET', `/Calls.json?${query}`)).body;
    const sidsOf = (body: Record<string, unknown>) => (body['calls'] as { sid: string }[]).map(({ sid }) => sid);
    const today = new Date().toISOString();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const from = encodeURIComponent(FROM);
    const to = encodeURIComponent(BUSY);
    expect(sidsOf(await list(`To=${to}&From=${from}`))).toEqual([sids[2], sids[1], sids[0]]);
    expect(sidsOf(await list('Status=failed'))).toEqual([sids[3]]);
    expect(sidsOf(await list(`StartTime%3E=${yesterday}`))).toHaveLength(4);
    expect(sidsOf(await list(`StartTime%3C=${yesterday}`))).toEqual([]);
    expect(sidsOf(await list(`EndTime%3C=${today}`))).toHaveLength(4);
    const first = await list(`To=${to}&PageSize=2`);
    expect(sidsOf(first)).toEqual([sids[2], sids[1]]);
    expect(first).toMatchObject({ page: 0, page_size: 2, start: 0, end: 1, previous_page_uri: null });
    const next = await fetch(`${carrier.client().url}${String(first['next_page_uri'])}`);
    expect(next.status).toBe(401);
    expect(sidsOf(await list(String(first['next_page_uri']).split('?')[1] ?? ''))).toEqual([sids[0]]);
  });

  it('releases calls at its rate, and shows the time in the queue', async () => {
    await carrier.simulator().stop();
    await carrier.start({ callsPerSecond: 10 });
    const answers = await Promise.all([carrier.dial(BUSY), carrier.dial(BUSY), carrier.dial(BUSY)]);
    const waits = answers.map(({ body }) => Number(body['queue_time'])).toSorted((a, b) => a - b);
    expect(waits[0]).toBe(0);
    expect(waits[2]).toBeGreaterThan(150);
    const last = answers.find(({ body }) => Number(body['queue_time']) === waits[2]);
    const path = `/Calls/${String(last?.body['sid'])}.json`;
    expect(await carrier.client().api('POST', path, [['Status', 'canceled']])).toMatchObject({ status: 200 });
    const call = await carrier.finished(String(last?.body['sid']));
    expect(call).toMatchObject({ status: 'canceled', duration: 0 });
    expect(call).not.toHaveProperty('dialledAt');
  });
});
