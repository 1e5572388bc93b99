import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import {
  arrayOf,
  boolean,
  reference,
  objectOf,
  oneOf,
  optional,
  phoneNumber,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';

const MAX_SECONDARY_CONTACTS = 10;

const SecondaryContactBody = objectOf({
  phone_number: required(phoneNumber()),
  variables: optional(smallKeyValues()),
});

/** The body of `POST /user/leads`. */
export const CreateLeadBody = objectOf({
  phone_number: required(phoneNumber()),
  campaign_id: required(reference()),
  variables: optional(smallKeyValues()),
  allow_dupplicate: optional(boolean()),
  secondary_contacts: optional(
    v.pipe(
      arrayOf(SecondaryContactBody),
      v.maxLength(MAX_SECONDARY_CONTACTS, sentences.between(0, MAX_SECONDARY_CONTACTS)),
    ),
  ),
});

const readableNumber = v.fallback(v.optional(phoneNumber()), undefined);

/** The valid numbers of a body, even if other fields are invalid. The check for repeated numbers reads them. */
export const ReadableLeadNumbers = v.fallback(
  v.object({
    phone_number: readableNumber,
    secondary_contacts: v.fallback(v.array(v.fallback(v.object({ phone_number: readableNumber }), {})), []),
  }),
  { secondary_contacts: [] },
);

/** The contract lists `reached-max-retries`, but only the dialler may set it. */
const settableStatus = v.pipe(
  oneOf(['created', 'completed', 'reached-max-retries']),
  v.notValue('reached-max-retries', sentences.setAutomatically('reached-max-retries')),
);

/** Accepts an array too: PHP clients send an empty object as `[]`. */
const mergedVariables = v.pipe(
  v.unknown(),
  v.transform((input) => (Array.isArray(input) ? Object.fromEntries(Object.entries(input)) : input)),
  smallKeyValues(),
);

/** Every field is optional. A field that is sent must have a value. */
const updateFields = {
  campaign_id: v.optional(required(reference())),
  phone_number: v.optional(required(text())),
  status: v.optional(required(settableStatus)),
  variables: v.optional(mergedVariables),
};

/** The body of `PUT /user/leads/{id}`. Other fields are refused with `unknown_fields`. */
export const UpdateLeadBody = objectOf(updateFields);
export const updateLeadFields = Object.keys(updateFields);
