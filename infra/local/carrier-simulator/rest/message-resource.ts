import type { Message } from '#infra/local/carrier-simulator/journal/message-entries.ts';
import { errorText } from '#infra/local/carrier-simulator/message/error-text.ts';
import { toRfc2822 } from '#infra/local/carrier-simulator/rfc2822.ts';

const PRICE_PER_SEGMENT = 0.0083;

/** A message as the API shows it: numbers are strings, dates are RFC 2822, what is not known yet is null. */
export function messageResource(message: Message, accountSid: string): Record<string, unknown> {
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
