import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-call-fallback.ts';
import type { Transfer } from '#shared/calls/transfer.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { numberEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

const BUSY = '<Response><Reject reason="busy"/></Response>';
const HANG_UP = '<Response><Hangup/></Response>';
const GERMAN = '<Response><Say language="de-DE">Vielen Dank für Ihre Zeit. Auf Wiederhören!</Say><Hangup/></Response>';
const ENGLISH = '<Response><Say language="en-US">Thank you for your time. Goodbye!</Say><Hangup/></Response>';
const ARABIC = `<Response><Say language="ar-XA">${phrasesFor(38).goodbye}</Say><Hangup/></Response>`;
const answered = 'https://api.example.com/carrier/twilio/calls/7/1001/answered#rc=2';
const ended = 'https://api.example.com/carrier/twilio/calls/7/1001/conversation-ended';
const outbound = { Direction: 'outbound-api', ErrorUrl: answered };
const transferEnded = 'https://api.example.com/carrier/twilio/calls/7/1001/transfer-ended';
const outage = (languageId: number, locale: string) =>
  `<Response><Say language="${locale}">${phrasesFor(languageId).outage}</Say><Hangup/></Response>`;
const requested = { id: 1, to: '+12025550123', status: 'requested', startedAt: 1 } as const;
const incoming = 'https://api.example.com/carrier/twilio/incoming#rc=2';

const instructions = createTwilioCallInstructions({
  publicUrl: 'https://api.example.com',
  socketUrl: 'wss://voice.example.com/prod',
  realtimeProjectId: undefined,
  tokenKey: async () => '12345',
});

interface Row {
  what: string;
  Direction?: string;
  ErrorUrl: string;
  CallSid?: string;
  table?: 'down' | 'hangs';
  languageId?: number;
  transfers?: Transfer[];
  body: string;
}

it.each<Row>([
  { what: 'an outbound call, in its language', Direction: 'outbound-api', ErrorUrl: answered, body: GERMAN },
  { what: 'an unknown call', Direction: 'outbound-api', ErrorUrl: answered, CallSid: 'CA-unknown', body: ENGLISH },
  {
    what: 'a call while the table is down',
    Direction: 'outbound-api',
    ErrorUrl: answered,
    table: 'down',
    body: ENGLISH,
  },
  { what: 'a call while requests to the table hang', ...outbound, table: 'hangs', body: ENGLISH },
  { what: 'a call in Croatian, which <Say> does not speak', ...outbound, languageId: 26, body: ENGLISH },
  { what: 'a call in Arabic, which has another code there', ...outbound, languageId: 38, body: ARABIC },
  { what: 'a call whose direction is not told', ErrorUrl: answered, body: GERMAN },
  { what: 'a call whose conversation is over', Direction: 'outbound-api', ErrorUrl: ended, body: HANG_UP },
  {
    what: 'a customer who waits for a human',
    ...outbound,
    ErrorUrl: ended,
    transfers: [requested],
    body: outage(5, 'de-DE'),
  },
  {
    what: 'a customer whose human does not answer',
    ...outbound,
    ErrorUrl: transferEnded,
    transfers: [{ ...requested, status: 'ringing' }],
    body: outage(5, 'de-DE'),
  },
  {
    what: 'a customer after the talk with a human',
    ...outbound,
    ErrorUrl: transferEnded,
    transfers: [{ ...requested, status: 'bridged', bridgedAt: 2 }],
    body: HANG_UP,
  },
  {
    what: 'a customer whom the assistant has back since',
    ...outbound,
    ErrorUrl: ended,
    transfers: [{ ...requested, status: 'busy', endedAt: 2 }],
    body: HANG_UP,
  },
  {
    what: 'a call whose conversation is over while the table is down',
    ...outbound,
    ErrorUrl: ended,
    table: 'down',
    body: HANG_UP,
  },
  { what: 'an inbound call that was not answered', Direction: 'inbound', ErrorUrl: incoming, body: BUSY },
  { what: 'an inbound call whose conversation is over', Direction: 'inbound', ErrorUrl: ended, body: HANG_UP },
])('a call without instructions ends: $what', async ({ body, ...row }) => {
  const { table, languageId = 5, transfers, CallSid = carrierCallId, ...form } = row;
  const { calls, clock, logger, metrics, counts } = await storeCall(
    { carrierCallId, ...(transfers && { transfers }) },
    { languageId },
  );
  const never = () => new Promise<never>(() => {});
  if (table === 'down') calls.findByCarrierId = () => Promise.reject(new Error('down'));
  if (table === 'hangs') calls.findByCarrierId = never;
  const pauses: number[] = [];
  const pause = (milliseconds: number) => (pauses.push(milliseconds), table === 'hangs' ? Promise.resolve() : never());
  const endpoint = handler.with({ calls, instructions, pause, logger, metrics }, verifySigned, () => clock.now());
  const response = await endpoint(numberEvent('call-fallback', { CallSid, ErrorCode: '11200', ...form }));
  expect(response).toMatchObject({ statusCode: 200, body: `<?xml version="1.0" encoding="UTF-8"?>${body}` });
  // The carrier waits for 5 s.
  expect(Math.max(0, ...pauses)).toBeLessThan(3000);
  expect(counts).toEqual([
    { name: 'CallbackFailed', dimensions: undefined },
    { name: 'CallWithoutInstructions', dimensions: { code: '11200' } },
  ]);
});
