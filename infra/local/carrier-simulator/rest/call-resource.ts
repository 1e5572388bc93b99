import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { toRfc2822 } from '#infra/local/carrier-simulator/rfc2822.ts';

const PRICE_PER_MINUTE = 0.014;
const subresources = [
  'Notifications',
  'Recordings',
  'Payments',
  'Events',
  'Siprec',
  'Streams',
  'Transcriptions',
  'UserDefinedMessageSubscriptions',
  'UserDefinedMessages',
];

/** A call as the API shows it: numbers are strings, dates are RFC 2822, what is not known yet is null. */
export function callResource(call: Call, accountSid: string): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${accountSid}/Calls/${call.sid}`;
  return {
    sid: call.sid,
    account_sid: accountSid,
    parent_call_sid: null,
    to: call.to,
    to_formatted: formatted(call.to),
    from: call.from,
    from_formatted: formatted(call.from),
    phone_number_sid: null,
    status: call.status,
    start_time: dateOrNull(call.dialledAt),
    end_time: dateOrNull(call.endedAt),
    duration: call.endedAt === undefined ? null : String(call.durationSeconds ?? 0),
    price: priceOf(call),
    price_unit: 'USD',
    direction: call.direction,
    answered_by: call.answeredBy ?? null,
    api_version: '2010-04-01',
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: String(call.queueMs),
    trunk_sid: null,
    date_created: toRfc2822(call.createdAt),
    date_updated: toRfc2822(call.updatedAt),
    uri: `${path}.json`,
    subresource_uris: Object.fromEntries(
      subresources.map((name) => [snakeCase(name), `${path}/${name}.json`] as const),
    ),
  };
}

const dateOrNull = (epochMs: number | undefined) => (epochMs === undefined ? null : toRfc2822(epochMs));

function priceOf({ endedAt, durationSeconds = 0 }: Call): string | null {
  if (endedAt === undefined) return null;
  return (-Math.ceil(durationSeconds / 60) * PRICE_PER_MINUTE).toFixed(5);
}

function formatted(number: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : number;
}

const snakeCase = (name: string) => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
