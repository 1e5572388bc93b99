import { expect, it } from 'vitest';
import { handler } from '#functions/socket/connect.ts';
import { socketEvent } from '#test/support/events.ts';
import { createObservers } from '#test/support/fakes.ts';

type Headers = Record<string, string>;
function setup(isSigned = async (headers: Headers) => headers['x-twilio-signature'] === 'signed') {
  const { metrics, counts } = createObservers();
  return { connect: handler.with({ isConnectionSigned: isSigned, metrics }), counts };
}

it.each(['x-twilio-signature', 'X-Twilio-Signature'])('answers 200 to the carrier, header %s', async (name) => {
  const { connect } = setup();
  await expect(connect(socketEvent({ headers: { [name]: 'signed' } }))).resolves.toEqual({ statusCode: 200 });
});

it.each<{ headers?: Record<string, string> }>([{ headers: { 'x-twilio-signature': 'forged' } }, { headers: {} }, {}])(
  'answers 403 to anybody else, and counts it: %j',
  async (parts) => {
    const { connect, counts } = setup();
    await expect(connect(socketEvent(parts))).resolves.toEqual({ statusCode: 403 });
    expect(counts).toMatchObject([
      { name: 'ConnectionRefused' },
      { name: 'CarrierCallbackRefused', dimensions: { reason: 'connection' } },
    ]);
  },
);

it('answers 500 when the signature cannot be checked', async () => {
  const { connect } = setup(() => Promise.reject(new Error('no secret')));
  await expect(connect(socketEvent({ headers: {} }))).resolves.toEqual({ statusCode: 500 });
});
