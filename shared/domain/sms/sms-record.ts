import { toDecimal } from '#shared/domain/account/money.ts';
import type { SmsStatus } from '#shared/domain/sms/sms-status.ts';
import type { Sms } from '#shared/domain/sms/sms.ts';
import { toPlainTime } from '#shared/domain/time/format-time.ts';

/** A text message as the API shows it. */
export interface SmsRecord {
  id: number;
  phone_number_id: number;
  to: string;
  body: string;
  user_id: number;
  segments: number;
  segment_price: number;
  total_cost: number;
  status: SmsStatus;
  /** Null until the carrier has the message. */
  sms_sid: string | null;
  created_at: string;
  updated_at: string;
}

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
    sms_sid: sms.carrierMessageId,
    created_at: toPlainTime(sms.createdAt),
    updated_at: toPlainTime(sms.updatedAt),
  };
}
