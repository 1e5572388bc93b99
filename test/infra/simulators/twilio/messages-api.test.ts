import { describe, expect, it } from 'vitest';
import { FROM } from '#test/infra/simulators/twilio/use-carrier.ts';
import { useMessages } from '#test/infra/simulators/twilio/use-messages.ts';

const TO = '+12025550100';

describe('the messages API of the carrier', () => {
  const carrier = useMessages();
  const changed = (name: string, value?: string): [string, string][] => [
    ...carrier.form(TO).filter(([key]) => key !== name),
    ...(value === undefined ? [] : [[name, value] as [string, string]]),
  ];

  it('answers 201 with a queued message as the API documents it', async () => {
    const { status, body } = await carrier.post(carrier.form(TO, 'Hello 👍'));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      sid: expect.stringMatching(/^SM[\da-f]{32}$/),
      body: 'Hello 👍',
      status: 'queued',
      price: null,
      error_code: null,
      date_sent: null,
    });
    const attempt = { to: TO, from: FROM, body: 'Hello 👍', httpStatus: 201, messageSid: body['sid'] };
    expect(await carrier.attempts()).toEqual([{ at: expect.any(Number), ...attempt }]);
  });

  it.each([
    ['To', undefined, 21_604],
    ['To', '2025550155', 21_211],
    ['To', '+15005550001', 21_211],
    ['To', '+15005550002', 21_612],
    ['To', '+12025550160', 21_614],
    ['To', '+12025550162', 21_610],
    ['To', FROM, 21_266],
    ['From', undefined, 21_603],
    ['From', 'Ringback', 21_212],
    ['From', '+15005550001', 21_212],
    ['From', '+15005550007', 21_606],
    ['Body', undefined, 21_602],
    ['Body', 'a'.repeat(1601), 21_617],
    ['StatusCallback', 'https://my_host.example.com/x', 21_609],
    ['MessagingServiceSid', `MG${'0'.repeat(32)}`, 21_705],
    ['MediaUrl', 'https://example.com/cat.png', 20_001],
    ['ValidityPeriod', '0', 20_001],
    ['SmartEncoded', 'true', 20_001],
  ])('refuses %s = %s with 400 and %i, and writes the attempt down', async (name, value, code) => {
    const { status, body } = await carrier.post(changed(name, value));
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        code,
        message: expect.any(String),
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status: 400,
      },
    });
    expect(await carrier.attempts()).toMatchObject([{ httpStatus: 400, code }]);
    expect(await carrier.list()).toEqual([]);
  });

  it.each([
    ['the longest body', 'Body', 'a'.repeat(1600)],
    ['the longest validity', 'ValidityPeriod', '36000'],
    ['no callback', 'StatusCallback', undefined],
  ])('takes %s', async (_what, name, value) => {
    expect(await carrier.post(changed(name, value))).toMatchObject({ status: 201 });
    expect(await carrier.client().violations()).toEqual([]);
  });

  it.each([['StatusCallbackMethod'], ['Url'], ['constructor']])(
    'takes the unknown parameter %s, and reports it',
    async (name) => {
      expect(await carrier.post([...carrier.form(TO), [name, 'x']])).toMatchObject({ status: 201 });
      expect(await carrier.client().violations()).toMatchObject([
        { code: 20_001, message: `unknown parameter ${name}` },
      ]);
    },
  );

  it('refuses the first request for each sender and text to 0161 with a 429, and takes the next', async () => {
    const statuses: number[] = [];
    for (const body of ['one', 'one', 'two', 'one', 'two']) {
      statuses.push((await carrier.post(carrier.form('+12025550161', body))).status);
    }
    expect(statuses).toEqual([429, 201, 429, 201, 201]);
    expect((await carrier.attempts()).map(({ httpStatus, code }) => ({ httpStatus, code }))).toContainEqual({
      httpStatus: 429,
      code: 20_429,
    });
    expect(await carrier.list()).toHaveLength(3);
  });

  it('lists messages by number and date of sending, newest first', async () => {
    const sids: string[] = [];
    for (const to of [TO, TO, TO, '+12025550164']) sids.push((await carrier.send(to)).sid);
    const list = async (query: string) => (await carrier.client().api('GET', `/Messages.json?${query}`)).body;
    const sidsOf = (body: Record<string, unknown>) => (body['messages'] as { sid: string }[]).map(({ sid }) => sid);
    const [to, from] = [TO, FROM].map(encodeURIComponent);
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(sidsOf(await list(`To=${to}&From=${from}`))).toEqual([sids[2], sids[1], sids[0]]);
    expect(sidsOf(await list(`From=${to}`))).toEqual([]);
    // The fourth one was never sent.
    expect(sidsOf(await list(`DateSent%3E=${day(-1)}`))).toHaveLength(3);
    expect(sidsOf(await list(`DateSent%3C=${day(1)}&To=${to}`))).toHaveLength(3);
    expect(sidsOf(await list(`DateSent%3C=${day(-1)}`))).toEqual([]);
    expect(sidsOf(await list(`DateSent=${day(-2)}`))).toEqual([]);
    expect(await list('DateSent=soon')).toMatchObject({ code: 20_001, status: 400 });
    expect(await carrier.client().violations()).toEqual([]);
    await list('Status=sent');
    expect(await carrier.client().violations()).toMatchObject([{ message: 'unknown filter Status' }]);
  });
});
