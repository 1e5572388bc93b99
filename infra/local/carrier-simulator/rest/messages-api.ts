import { toRfc2822 } from '#infra/local/carrier-simulator/formats.ts';
import type { Message } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { MessageCenter, MessageRequest } from '#infra/local/carrier-simulator/message/messages.ts';
import { errorText, recipientOf } from '#infra/local/carrier-simulator/message/recipients.ts';
import {
  type ApiRequest,
  type ApiResponse,
  notFound,
  RestError,
} from '#infra/local/carrier-simulator/rest/api-message.ts';
import { filterList, listPage } from '#infra/local/carrier-simulator/rest/lists.ts';
import { readMessageParameters } from '#infra/local/carrier-simulator/rest/message-parameters.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

const filters = {
  fields: { To: ({ to }: Message) => to, From: ({ from }: Message) => from },
  // A message that waits has not been sent, and is in no list by that date.
  times: { DateSent: ({ sentAt }: Message) => sentAt },
};

/** The messages of the account: send, list, show. */
export class MessagesApi {
  readonly #exchange: Exchange;
  readonly #center: MessageCenter;

  constructor(exchange: Exchange, center: MessageCenter) {
    this.#exchange = exchange;
    this.#center = center;
  }

  create({ body }: ApiRequest): ApiResponse {
    const form = new URLSearchParams(body);
    const request = readMessageParameters(form, (code, message) => this.#report(code, message));
    this.#refuse(request);
    const message = this.#center.accept(request);
    this.logAttempt(form, { httpStatus: 201, messageSid: message.sid });
    return { status: 201, json: messageResource(message, this.#exchange.accountSid) };
  }

  list({ path, query }: ApiRequest): ApiResponse {
    const { journal, accountSid } = this.#exchange;
    const onUnknown = (name: string) => this.#report(20_001, `unknown filter ${name}`);
    const messages = filterList(journal.messages(), filters, query, onUnknown);
    const resources = messages.map((message) => messageResource(message, accountSid));
    return { status: 200, json: listPage(path, query, 'messages', resources) };
  }

  show({ path }: ApiRequest, sid: string): ApiResponse {
    const message = this.#exchange.journal.message(sid);
    if (!message) throw notFound(path);
    return { status: 200, json: messageResource(message, this.#exchange.accountSid) };
  }

  /** Every request to send is written down, so that a test can count them. */
  logAttempt(form: URLSearchParams, outcome: { httpStatus: number; code?: number; messageSid?: string }): void {
    const { clock, journal } = this.#exchange;
    const [to = '', from = '', body = ''] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '');
    journal.messageAttempt({ at: clock.now(), to, from, body, ...outcome });
  }

  #refuse({ to, from, body }: MessageRequest): void {
    const { refusal, refusesFirstAttempt } = recipientOf(to);
    if (refusal) throw new RestError(400, refusal.code, refusal.message);
    if (!refusesFirstAttempt) return;
    const isKnown = this.#exchange.journal
      .messageAttempts()
      .some(
        (attempt) => attempt.code === 20_429 && attempt.to === to && attempt.from === from && attempt.body === body,
      );
    if (!isKnown) throw new RestError(429, 20_429, 'Too Many Requests');
  }

  #report(code: number, message: string): void {
    const { clock, journal } = this.#exchange;
    journal.violation({ at: clock.now(), code, message });
  }
}

const PRICE_PER_SEGMENT = 0.0083;

/** A message as the API shows it: numbers are strings, dates are RFC 2822, what is not known yet is null. */
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

/** Known when the message has come to its end; what was never sent costs nothing. */
function priceOf({ status, segments }: Message): string | null {
  return status === 'delivered' || status === 'undelivered' ? (-segments * PRICE_PER_SEGMENT).toFixed(5) : null;
}
