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
  async function send(form: Record<string, string> | 'sample', signature: string, ageMs = 0, sentAgoMs = 0) {
    const module: object = await import(/* @vite-ignore */ `#${functionFile(row)}`);
    const { handler } = module as { handler: CarrierCallback<never, unknown, Record<string, unknown>> };
    const sample = JSON.parse(await readFile(`events/${row.id}.json`, 'utf8')) as Sample;
    const { call_id, sms_id } = sample.pathParameters ?? {};
    const now = recordIdTime(Number(call_id ?? sms_id ?? 0)) + ageMs;
    const Timestamp = new Date(now - sentAgoMs).toISOString();
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

  it.each([300_001, -300_001])('answers 403 to an event of %i ms ago, and touches nothing', async (sentAgoMs) => {
    expect(await send({}, 'signed', 0, sentAgoMs)).toEqual(forbidden);
  });

  it.runIf('path' in row && row.path.includes('{'))('answers 403 two days after the record was made', async () => {
    expect(await send({}, 'signed', 2 * 86_400_000 + 1)).toEqual(forbidden);
  });

  it('reads an event of a call that was dialled after a day, a second before it would have been too late', async () => {
    const ended = 86_400_000 - 1000 + 25 * 60_000;
    expect(await send({ CallStatus: 'dancing', ErrorCode: 'x' }, 'signed', ended)).toMatchObject({ statusCode: 422 });
  });

  it.each([0, 300_000])('answers 422 to a signed form of %i ms ago that says nothing known', async (sentAgoMs) => {
    const answer = await send({ CallStatus: 'dancing', ErrorCode: 'x' }, 'signed', 0, sentAgoMs);
    expect(answer).toMatchObject({ statusCode: 422 });
  });
});
