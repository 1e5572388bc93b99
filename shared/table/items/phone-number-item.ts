import * as v from 'valibot';
import { phoneNumberTypes, type PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';

/** A phone number as stored, under its owner; key attributes are dropped when it is read. */
export const PhoneNumberItem = v.object({
  id: v.number(),
  userId: v.number(),
  phoneNumber: v.string(),
  countryCode: v.string(),
  type: v.picklist(phoneNumberTypes),
  smsCapable: v.boolean(),
  subscriptionExpiresAt: v.nullable(v.number()),
  inboundAssistantId: v.nullable(v.number()),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, PhoneNumber>;

/** Who has an E.164 number, and under which id. */
export const PhoneNumberOwnerItem = v.object({ userId: v.number(), phoneNumberId: v.number() });
