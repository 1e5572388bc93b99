import * as v from 'valibot';
import { toDecimal } from '#shared/accounts/account.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import {
  money,
  phoneNumberText,
  plainText,
  plainTime,
  recordId,
  wholeNumber,
} from '#shared/platform/http/record-fields.ts';
import type { SmsFilter, SmsList, SmsStore } from '#shared/sms/sms-deps.ts';
import { listStatusOf, smsDirections, smsListStatuses, smsStatuses, type Sms, type SmsKey } from '#shared/sms/sms.ts';

export const SmsRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number_id: v.pipe(recordId(1), v.description('The id of the number that sends the SMS.')),
    to: phoneNumberText('+12025550100'),
    body: plainText('Your appointment is on Tuesday at ten.'),
    user_id: recordId(1),
    segments: v.pipe(wholeNumber(1), v.minValue(1), v.description('The number of segments that are billed.')),
    segment_price: money(0.01),
    total_cost: v.pipe(money(0.01), v.description('The price of a segment multiplied by the number of segments.')),
    status: v.pipe(v.picklist(smsStatuses), v.examples(['sent'])),
    sms_sid: v.pipe(
      plainText('SM0123456789abcdef0123456789abcdef'),
      v.description('The id of the SMS at the carrier. It is empty while the SMS is queued.'),
    ),
    created_at: plainTime(),
    updated_at: plainTime(),
  }),
  v.title('SmsRecord'),
);
export type SmsRecord = v.InferOutput<typeof SmsRecord>;

export function toSmsRecord(sms: Sms): SmsRecord {
  return {
    id: sms.id,
    phone_number_id: sms.phoneNumberId,
    to: sms.to,
    body: sms.body,
    user_id: sms.userId,
    segments: sms.segments,
    segment_price: toDecimal(sms.segmentPrice),
    total_cost: toDecimal(sms.totalCost),
    status: sms.status,
    // The contract types it as text, without null.
    sms_sid: sms.carrierMessageId ?? '',
    created_at: toPlainTime(sms.createdAt),
    updated_at: toPlainTime(sms.updatedAt),
  };
}

export const ListedSmsRecord = v.pipe(
  v.strictObject({
    ...SmsRecord.entries,
    phone_number_id: v.pipe(recordId(1), v.description('The id of your number, which sent or received the SMS.')),
    to: v.pipe(plainText('+12025550100'), v.description('The recipient.')),
    status: v.pipe(
      v.picklist(smsListStatuses),
      v.examples(['delivered']),
      v.description('An inbound SMS is `received`.'),
    ),
    direction: v.picklist(smsDirections),
    from: v.pipe(
      plainText('+12025550199'),
      v.description('The sender. It may be a short code or a name, if the SMS is inbound.'),
    ),
    error: v.pipe(
      v.nullable(plainText('30003')),
      v.description('The reason why the SMS was not sent or not delivered, as the carrier gives it, or null.'),
    ),
    opt_out: v.pipe(
      v.nullable(v.picklist(['stop', 'start'])),
      v.description(
        '`stop` if this inbound SMS put its sender on the do-not-call list, `start` if it took the sender off.',
      ),
    ),
  }),
  v.title('ListedSmsRecord'),
);
export type ListedSmsRecord = v.InferOutput<typeof ListedSmsRecord>;

function toListedRecord(sms: Sms): ListedSmsRecord {
  return {
    ...toSmsRecord(sms),
    status: listStatusOf(sms),
    direction: sms.direction ?? 'outbound',
    from: sms.from,
    error: sms.failure,
    opt_out: sms.optOut ?? null,
  };
}

export async function listSms(
  { userId, filter, page }: { userId: number; filter: SmsFilter; page: PageRequest },
  { smsList }: { smsList: SmsList },
): Promise<PageOf<ListedSmsRecord>> {
  const { rows, total } = await smsList.list(userId, filter, page);
  return { rows: rows.map(toListedRecord), total };
}

export interface GetSmsDeps {
  messages: Pick<SmsStore, 'get'>;
}

/** @throws AppError sms_not_found */
export async function getSms(key: SmsKey, { messages }: GetSmsDeps): Promise<ListedSmsRecord> {
  const sms = await messages.get(key);
  if (!sms) throw new AppError('sms_not_found');
  return toListedRecord(sms);
}
