import * as v from 'valibot';
import { sentences } from '#shared/platform/errors.ts';
import { boolean, objectOf, optional, phoneNumber, required, text } from '#shared/platform/http/fields.ts';
import { phoneNumberText } from '#shared/platform/http/record-fields.ts';

const DESCRIPTION = 'When the customer wants to talk to a human.';

const unsupported = () =>
  optional(
    v.pipe(
      boolean(),
      v.check((isOn) => !isOn, sentences.notSupported),
    ),
  );

/**
 * `custom`: the model would name the number, and a caller could have any number dialled. `warm_transfer`: a summary for the human,
 * which this release does not have.
 */
export const CallTransferFields = v.pipe(
  objectOf({
    phone_number: required(phoneNumber()),
    description: optional(text(500)),
    warm_transfer_message: optional(text(500)),
    timezone: optional(text(64)),
    custom: unsupported(),
    warm_transfer: unsupported(),
  }),
  v.transform(({ phone_number, description, warm_transfer_message, timezone }) => ({
    phone_number,
    description: description ?? DESCRIPTION,
    custom: false,
    timezone: timezone ?? null,
    warm_transfer: false,
    warm_transfer_message: warm_transfer_message ?? null,
  })),
);

export const StoredCallTransfer = v.object({
  phone_number: v.string(),
  description: v.string(),
  custom: v.boolean(),
  timezone: v.nullable(v.string()),
  warm_transfer: v.boolean(),
  warm_transfer_message: v.nullable(v.string()),
});

/** Only `call_transfer` has them. */
export const ShownCallTransfer = v.strictObject({
  phone_number: v.optional(v.pipe(phoneNumberText('+12025550123'), v.description('The human of a `call_transfer`.'))),
  custom: v.optional(v.pipe(v.boolean(), v.description('Always false: the model names no other number.'))),
  timezone: v.optional(v.pipe(v.nullable(v.string()), v.description('As it was sent. It has no effect.'))),
  warm_transfer: v.optional(v.pipe(v.boolean(), v.description('Always false: the human gets no summary.'))),
  warm_transfer_message: v.optional(
    v.pipe(
      v.nullable(v.string()),
      v.description('What the customer is told before they are passed on, as an instruction for the model.'),
    ),
  ),
});
