import * as v from 'valibot';
import { smsStatuses } from '#shared/domain/sms/sms-status.ts';
import type { Sms } from '#shared/domain/sms/sms.ts';

/** A text message as stored. At most 1.6 KB, since its body has at most 300 characters. */
export const SmsItem = v.object({
  id: v.number(),
  userId: v.number(),
  phoneNumberId: v.number(),
  from: v.string(),
  to: v.string(),
  body: v.string(),
  segments: v.number(),
  segmentPrice: v.number(),
  totalCost: v.number(),
  status: v.picklist(smsStatuses),
  claimedAt: v.nullable(v.number()),
  carrierMessageId: v.nullable(v.string()),
  failure: v.nullable(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
  reservationToken: v.optional(v.string()),
}) satisfies v.GenericSchema<unknown, Sms>;
