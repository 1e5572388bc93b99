import type { Assistant, Delivery, PhoneNumber } from '@ringback/client';
import type { Token } from '@ringback/client';
import { describe, expect, it } from 'vitest';
import { countryName } from '#clients/imports/src/countries.ts';
import { changesOfAnswer, numberRows } from '#clients/studio/src/numbers/number-holders.ts';
import { smsSize } from '#clients/studio/src/sms/sms-size.ts';
import {
  creatorInWords,
  descendantsOf,
  endOfDay,
  scopes,
  scopesInWords,
  tokenState,
} from '#clients/studio/src/tokens/token-words.ts';
import { monthName, otherMonth, usageDays, usageRows, usageSeries } from '#clients/studio/src/usage/usage-series.ts';
import {
  attemptText,
  deliveryStatus,
  deliverySummary,
  endpointHealth,
  isSuccess,
} from '#clients/studio/src/webhooks/delivery-words.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

describe('usage', () => {
  const one = { date: '2026-02-03', calls: 2, seconds: 90, calls_cost: 0.1234, sms: 1, sms_cost: 0.01 };

  it('has every day until today, days without use as zeros', () => {
    const days = usageDays({ month: '2026-02', days: [one] }, '2026-02-05');
    expect(days.map(({ date, calls }) => [date.slice(-2), calls])).toEqual([
      ['01', 0],
      ['02', 0],
      ['03', 2],
      ['04', 0],
      ['05', 0],
    ]);
    expect(usageDays({ month: '2024-02', days: [] }, '2026-02-05')).toHaveLength(29);
  });

  it('is the columns of charts and the rows of a table that agree', () => {
    const days = usageDays({ month: '2026-02', days: [one] }, '2026-02-03');
    expect(usageSeries(days)).toEqual({
      times: [1_769_904_000, 1_769_990_400, 1_770_076_800],
      spent: [0, 0, 0.1334],
      smsCost: [0, 0, 0.01],
      calls: [0, 0, 2],
    });
    expect(usageRows(days)).toEqual([['2026-02-03', '2', '1:30', '$0.12', '1', '$0.01', '$0.13']]);
  });

  it.each([
    ['2026-01', -1, '2025-12', 'December 2025'],
    ['2026-12', 1, '2027-01', 'January 2027'],
  ])('%s and %s months is %s', (month, step, other, name) => {
    expect([otherMonth(month, step), monthName(otherMonth(month, step))]).toEqual([other, name]);
  });
});

describe('the size of an SMS', () => {
  it.each([
    ['', 0, 'GSM-7', []],
    ['Hello', 1, 'GSM-7', []],
    ['a'.repeat(160), 1, 'GSM-7', []],
    ['a'.repeat(161), 2, 'GSM-7', []],
    ['€'.repeat(80), 1, 'GSM-7', []],
    [`${'a'.repeat(69)}ş`, 1, 'UCS-2', ['ş']],
    [`${'a'.repeat(70)}ş`, 2, 'UCS-2', ['ş']],
  ])('%j has %s segments of %s', (text, segments, encoding, costly) => {
    expect(smsSize(text)).toEqual({ characters: text.length, segments, encoding, costly });
  });
});

describe('a webhook delivery', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const attempt = {
    attempted_at: '2026-11-22T11:59:00.000000Z',
    url: 'https://example.com',
    status: 503,
    error: null,
    duration_ms: 40,
  };
  const delivery: Delivery = {
    id: 'evt_1_call.completed',
    sms_id: null,
    call_id: 1,
    event: 'call.completed',
    url: 'https://crm.example.com/hooks',
    status: 'pending',
    created_at: '2026-11-22T11:59:00.000000Z',
    next_attempt_at: null,
    attempts: [],
    endpoint: {
      origin: 'https://crm.example.com',
      pace: 'quick',
      last_success_at: null,
      failing_since: null,
      last_failure: null,
    },
  };

  it.each([
    [{}, 'On its way.'],
    [{ attempts: [attempt] }, '1 attempt; the next one is on its way.'],
    [
      { attempts: [attempt, attempt], next_attempt_at: '2026-11-22T12:05:00.000000Z' },
      '2 attempts; the next one in 5 minutes.',
    ],
    [{ status: 'delivered', attempts: [attempt] }, 'Delivered at the first attempt.'],
    [{ status: 'delivered', attempts: [attempt, attempt] }, 'Delivered after 2 attempts.'],
    [{ status: 'exhausted', attempts: [attempt, attempt] }, '2 attempts failed. Replay it when your server is back.'],
    [{ status: 'disabled', attempts: [attempt] }, 'Your server answered 410, so that the webhook was switched off.'],
  ] as const)('%j: %s', (changes, text) => {
    const changed = { ...delivery, ...changes } as Delivery;
    expect(deliverySummary(changed, now)).toBe(text);
    expect(deliveryStatus(changed.status).label).not.toBe('');
  });

  it.each([
    [{ status: 200, error: null, duration_ms: 12 }, '200 in 12 ms', true],
    [{ status: 503, error: null, duration_ms: 40 }, '503 in 40 ms', false],
    [{ status: null, error: 'no answer within 15 s', duration_ms: 15_000 }, 'no answer within 15 s', false],
  ])('%j: %s', (changes, text, isGood) => {
    expect([attemptText({ ...attempt, ...changes }), isSuccess({ ...attempt, ...changes })]).toEqual([text, isGood]);
  });

  it.each([
    [{}, 'quiet', 'no delivery yet'],
    [{ last_success_at: '2026-11-22T11:00:00.000000Z' }, 'good', 'healthy, last success 1 hour ago'],
    [{ pace: 'slow' }, 'live', 'slow, an answer took more than 2 s'],
    [
      {
        failing_since: '2026-11-22T10:00:00.000000Z',
        last_failure: { failed_at: '2026-11-22T11:00:00.000000Z', status: 503, error: null },
      },
      'bad',
      'failing since 2 hours ago: it answers 503',
    ],
  ] as const)('says how its server does: %j', (changes, tone, text) => {
    const endpoint = { ...delivery.endpoint, ...changes };
    expect(endpointHealth({ ...delivery, endpoint }, now)).toEqual({ tone, text });
  });
});

describe('access tokens', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  it.each([
    [{ revoked_at: null, expires_at: null }, 'Active'],
    [{ revoked_at: null, expires_at: '2026-11-22 12:00:01' }, 'Active'],
    [{ revoked_at: null, expires_at: '2026-11-22 12:00:00' }, 'Expired'],
    [{ revoked_at: '2026-11-22 11:00:00', expires_at: '2026-11-22 10:00:00' }, 'Revoked'],
  ])('%j is %s', (token, label) => expect(tokenState(token, now).label).toBe(label));

  it('knows whom a token descends from, and which active ones descend from it', () => {
    const token = (id: number, created_by: number | null, revoked_at: string | null = null): Token => ({
      id,
      name: `token ${id}`,
      begins_with: 'rb_abcdef',
      scopes: null,
      created_by,
      expires_at: null,
      revoked_at,
      created_at: '2026-11-22 10:00:00',
      last_used_at: null,
      last_used_address: null,
      last_used_agent: null,
    });
    const tokens = [token(1, null), token(2, 1, '2026-11-22 11:00:00'), token(3, 2), token(4, 1), token(5, 99)];
    expect(descendantsOf(1, tokens, now).map(({ id }) => id)).toEqual([4, 3]);
    expect(tokens.map((one) => creatorInWords(one, tokens))).toEqual([
      'Operator',
      'token 1',
      'token 2',
      'token 1',
      'Token 99',
    ]);
  });

  it.each([
    [null, 'Everything'],
    [['read', 'sms'], 'Read, SMS'],
    [['new_one'], 'new_one'],
  ])('with the scopes %j may: %s', (chosen, text) => expect(scopesInWords({ scopes: chosen })).toBe(text));

  it('offer the scopes of the reference', () => {
    const { scopes: property } = openapi.components.schemas.CreateTokenRequest.properties;
    expect(scopes.map(({ value }) => value).toSorted()).toEqual(property.items.enum.toSorted());
  });

  it('last to the end of a day', () => {
    expect(endOfDay('')).toBeNull();
    expect(new Date(endOfDay('2026-12-31') ?? '').getTime() - new Date('2026-12-31T00:00:00').getTime()).toBe(
      86_399_000,
    );
  });
});

describe('numbers', () => {
  const number = (id: number, changes: object = {}) =>
    ({
      id,
      phone_number: `+1202555000${id}`,
      country_code: 'US',
      type_label: 'Normal',
      is_available: true,
      ...changes,
    }) as PhoneNumber;
  const holder = (id: number, type: string, phone_number_id: number | null) =>
    ({ id, name: `A${id}`, type, phone_number_id }) as Assistant;

  it('show which assistant answers, and which call from them', () => {
    const numbers = [
      number(1, { is_available: false }),
      number(2),
      number(3, { type_label: 'Caller ID' }),
      number(4, { is_available: false }),
    ];
    const assistants = [
      holder(7, 'inbound', 1),
      holder(8, 'outbound', 1),
      holder(9, 'outbound', 3),
      holder(10, 'inbound', null),
    ];
    const rows = numberRows(numbers, assistants);
    expect(
      rows.map(({ answers, callers, canAnswer }) => [answers?.id, callers.map(({ id }) => id), canAnswer]),
    ).toEqual([
      [7, [8], true],
      [undefined, [], true],
      [undefined, [9], false],
      [undefined, [], false],
    ]);
  });

  it.each([
    [7, 7, []],
    [undefined, undefined, []],
    [undefined, 8, [{ assistantId: 8, phone_number_id: 1 }]],
    [7, undefined, [{ assistantId: 7, phone_number_id: null }]],
    [
      7,
      8,
      [
        { assistantId: 7, phone_number_id: null },
        { assistantId: 8, phone_number_id: 1 },
      ],
    ],
  ])('go from %s to %s by %j: a number is held once', (before, after, changes) => {
    const answers = before === undefined ? undefined : holder(before, 'inbound', 1);
    expect(changesOfAnswer({ number: number(1), answers }, after)).toEqual(changes);
  });

  it.each([
    ['US', 'United States'],
    ['DE', 'Germany'],
    ['QQ', 'QQ'],
  ])('%s is %s', (code, name) => expect(countryName(code)).toBe(name));
});
