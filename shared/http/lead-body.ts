import * as v from 'valibot';
import { sentences } from '#shared/domain/errors/sentences.ts';
import {
  arrayOf,
  boolean,
  integer,
  objectOf,
  oneOf,
  optional,
  phoneNumber,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';

const MAX_SECONDARY_CONTACTS = 10;

const SecondaryContact = objectOf({
  phone_number: required(phoneNumber()),
  variables: optional(smallKeyValues()),
});

export const CreateLeadBody = objectOf({
  phone_number: required(phoneNumber()),
  campaign_id: required(integer()),
  variables: optional(smallKeyValues()),
  allow_dupplicate: optional(boolean()),
  secondary_contacts: optional(
    v.pipe(
      arrayOf(SecondaryContact),
      v.maxLength(MAX_SECONDARY_CONTACTS, sentences.between(0, MAX_SECONDARY_CONTACTS)),
    ),
  ),
});

const readableNumber = { phone_number: v.fallback(v.optional(phoneNumber()), undefined) };

/** The numbers of a body that has other faults; what cannot be read is left out. */
export const ReadableLeadNumbers = v.fallback(
  v.object({
    ...readableNumber,
    secondary_contacts: v.fallback(v.array(v.fallback(v.object(readableNumber), {})), []),
  }),
  { secondary_contacts: [] },
);

/** The statuses of the contract. The dialer alone gives up on a lead. */
const settableStatus = v.pipe(
  oneOf(['created', 'completed', 'reached-max-retries']),
  v.notValue('reached-max-retries', sentences.setAutomatically('reached-max-retries')),
);

/** An array is what PHP clients send for an object without keys. */
const mergedVariables = v.pipe(
  v.unknown(),
  v.transform((input) => (Array.isArray(input) ? Object.fromEntries(Object.entries(input)) : input)),
  smallKeyValues(),
);

/** A field may be left out, but not emptied. */
const updateFields = {
  campaign_id: v.optional(required(integer())),
  phone_number: v.optional(required(text())),
  status: v.optional(required(settableStatus)),
  variables: v.optional(mergedVariables),
};

export const updateLeadFields = Object.keys(updateFields);
export const UpdateLeadBody = objectOf(updateFields);
