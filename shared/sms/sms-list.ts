import * as v from 'valibot';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { plainText, recordId } from '#shared/platform/http/record-fields.ts';
import { SmsRecord, toSmsRecord } from '#shared/sms/sms-record.ts';
import { listStatusOf, smsDirections, smsListStatuses, type Sms, type SmsDirection } from '#shared/sms/sms.ts';
import type { SmsListStatus, SmsKey } from '#shared/sms/sms.ts';

export interface SmsFilter {
  status?: SmsListStatus | undefined;
  direction?: SmsDirection | undefined;
  /** Of the other side, E.164, or as the carrier names a sender. */
  phoneNumber?: string | undefined;
  /** Epoch milliseconds, `before` excluded. */
  from?: number | undefined;
  before?: number | undefined;
}

/** Strongly consistent and exact: a message that is stored is in the next list. */
export interface SmsList {
  /** Newest first. */
  list(userId: number, filter: SmsFilter, page: PageRequest): Promise<PageOf<Sms>>;
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

export function toListedRecord(sms: Sms): ListedSmsRecord {
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
  messages: { get(key: SmsKey): Promise<Sms | undefined> };
}

/** @throws AppError sms_not_found */
export async function getSms(key: SmsKey, { messages }: GetSmsDeps): Promise<ListedSmsRecord> {
  const sms = await messages.get(key);
  if (!sms) throw new AppError('sms_not_found');
  return toListedRecord(sms);
}
