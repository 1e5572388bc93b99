import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Message, ReceivedMessage } from '#twilio/journal/journal-entries.ts';
import type { MessageRequest, Messages } from '#twilio/message/messages.ts';
import { errorText, recipientOf } from '#twilio/message/recipients.ts';
import { notFound, reporter, RestError, type Route } from '#twilio/rest/api-message.ts';
import { filterList, listPage } from '#twilio/rest/lists.ts';
import { readMessageParameters } from '#twilio/rest/message-parameters.ts';
import { toRfc2822 } from '#twilio/wire/formats.ts';

const filters = {
  fields: { To: ({ to }: Message) => to, From: ({ from }: Message) => from },
  // Undefined until the message is sent: no list by that date includes it.
  times: { DateSent: ({ sentAt }: Message) => sentAt },
};

/** The messages of the account: create, list, show. */
export function messageRoutes(context: CarrierContext, messages: Messages): Route[] {
  const { accountSid, journal } = context;
  const report = reporter(context);
  const create = ({ body }: ApiRequest): ApiResponse => {
    const form = new URLSearchParams(body);
    const request = readMessageParameters(form, report);
    refuse(request, context);
    const message = messages.accept(request);
    logMessageAttempt(form, { httpStatus: 201, messageSid: message.sid }, context);
    return { status: 201, json: messageResource(message, accountSid) };
  };
  const list = ({ path, query }: ApiRequest): ApiResponse => {
    const found = filterList(journal.messages(), filters, query, report);
    const resources = found.map((message) => messageResource(message, accountSid));
    return { status: 200, json: listPage(path, query, 'messages', resources) };
  };
  const show = ({ path }: ApiRequest, sid: string): ApiResponse => {
    const message = journal.message(sid);
    if (message) return { status: 200, json: messageResource(message, accountSid) };
    const received = journal.receivedMessage(sid);
    if (!received) throw notFound(path);
    return { status: 200, json: receivedResource(received, accountSid) };
  };
  return [
    { path: /^\/Messages\.json$/, methods: { GET: list, POST: create } },
    { path: /^\/Messages\/(SM[\da-f]{32})\.json$/, methods: { GET: show } },
  ];
}

/** Records a request to send, accepted or refused, so that tests can count them. */
export function logMessageAttempt(
  form: URLSearchParams,
  outcome: { httpStatus: number; code?: number; messageSid?: string },
  { clock, journal }: CarrierContext,
): void {
  const [to = '', from = '', body = ''] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '');
  journal.addMessageAttempt({ at: clock.now(), to, from, body, ...outcome });
}

function refuse({ to, from, body }: MessageRequest, { journal }: CarrierContext): void {
  const { refusal, refusesFirstAttempt } = recipientOf(to);
  if (refusal) throw new RestError(400, refusal.code, refusal.message);
  if (!refusesFirstAttempt) return;
  const isSecond = journal
    .messageAttempts()
    .some((attempt) => attempt.code === 20_429 && attempt.to === to && attempt.from === from && attempt.body === body);
  if (!isSecond) throw new RestError(429, 20_429, 'Too Many Requests');
}

const PRICE_PER_SEGMENT = 0.0083;

/** A message as in the API: numbers are strings, dates are RFC 2822, unknown values are null. */
function messageResource(message: Message, accountSid: string): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`;
  const { errorCode } = message;
  return {
    sid: message.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    messaging_service_sid: null,
    body: message.body,
    to: message.to,
    from: message.from,
    status: message.status,
    direction: 'outbound-api',
    num_segments: String(message.segments),
    num_media: '0',
    price: priceOf(message),
    price_unit: 'USD',
    error_code: errorCode ?? null,
    error_message: errorCode === undefined ? null : errorText(errorCode),
    date_created: toRfc2822(message.createdAt),
    date_updated: toRfc2822(message.updatedAt),
    date_sent: message.sentAt === undefined ? null : toRfc2822(message.sentAt),
    uri: `${path}.json`,
    subresource_uris: { media: `${path}/Media.json` },
  };
}

/** A message from a customer. The API shows it as the others, without a price until it is known. */
function receivedResource(received: ReceivedMessage, accountSid: string): Record<string, unknown> {
  const { createdAt } = received;
  const message = {
    ...received,
    segments: 1,
    status: 'sent',
    updatedAt: createdAt,
    sentAt: createdAt,
    told: [],
  } as const;
  return { ...messageResource({ ...message, told: [] }, accountSid), status: 'received', direction: 'inbound' };
}

/** Known when the message has its last status. A message that was not sent costs nothing. */
function priceOf({ status, segments }: Message): string | null {
  return status === 'delivered' || status === 'undelivered' ? (-segments * PRICE_PER_SEGMENT).toFixed(5) : null;
}
