import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { CarrierCallback } from '#shared/integrations/signed-callback.ts';
import { functionFile } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import { verifySigned } from '#test/support/events.ts';
import { untouchable } from '#test/support/fakes.ts';

const rows = manifest.filter(({ kind, id }) => kind === 'carrier' && id.startsWith('carrier/twilio-'));

type Sample = { headers: Record<string, string>; pathParameters?: Record<string, string>; body: string };

describe.each(rows)('$id', (row) => {
  async function send(form: Record<string, string> | 'sample', signature: string, ageMs = 0) {
    const module: object = await import(/* @vite-ignore */ `#${functionFile(row)}`);
    const { handler } = module as { handler: CarrierCallback<never, unknown, Record<string, unknown>> };
    const sample = JSON.parse(await readFile(`events/${row.id}.json`, 'utf8')) as Sample;
    const { call_id, sms_id } = sample.pathParameters ?? {};
    const now = recordIdTime(Number(call_id ?? sms_id ?? 0)) + ageMs;
    const Timestamp = new Date(now).toISOString();
    const body = new URLSearchParams(
      form === 'sample' ? [...new URLSearchParams(sample.body)] : { Timestamp, ...form },
    );
    const event = {
      ...sample,
      headers: { 'x-twilio-signature': signature },
      body: body.toString(),
      isBase64Encoded: false,
    };
    const { statusCode, headers, body: answer } = await handler.with(untouchable(), verifySigned, () => now)(event);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    return { statusCode, body: JSON.parse(answer) as unknown };
  }
  const forbidden = { statusCode: 403, body: { message: 'Forbidden' } };

  it.each(['forged', ''])('answers 403 to the signature «%s», and touches nothing', async (signature) => {
    expect(await send('sample', signature)).toEqual(forbidden);
  });

  it('answers 403 to an event of ten minutes ago, and touches nothing', async () => {
    const Timestamp = new Date(Date.UTC(2026, 5, 30)).toISOString();
    expect(await send({ Timestamp }, 'signed', 365 * 86_400_000)).toEqual(forbidden);
  });

  it.runIf('path' in row && row.path.includes('{'))('answers 403 two days after the record was made', async () => {
    expect(await send({}, 'signed', 2 * 86_400_000 + 1)).toEqual(forbidden);
  });

  it('reads an event of a call that was dialled after a day, a second before it would have been too late', async () => {
    const ended = 86_400_000 - 1000 + 25 * 60_000;
    expect(await send({ CallStatus: 'dancing', ErrorCode: 'x' }, 'signed', ended)).toMatchObject({ statusCode: 422 });
  });

  it('answers 422 to a signed form that says nothing known, and touches nothing', async () =>
    expect(await send({ CallStatus: 'dancing', ErrorCode: 'x' }, 'signed')).toMatchObject({ statusCode: 422 }));
});
