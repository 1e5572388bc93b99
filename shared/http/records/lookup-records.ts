import * as v from 'valibot';
import { engineModes } from '#shared/domain/assistant/assistant.ts';
import { phoneNumberTypes } from '#shared/domain/phone-number/phone-number.ts';
import { phoneNumberText, recordId, text } from '#shared/http/records/wire-fields.ts';

const twoLetters = (example: string, pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.examples([example]));

export const PhoneNumberRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number: phoneNumberText('+12025550199'),
    country_code: twoLetters('US', /^[A-Z]{2}$/),
    type_label: v.picklist(phoneNumberTypes),
    is_available: v.pipe(v.boolean(), v.description('Whether a new inbound assistant can answer on it.')),
  }),
  v.title('PhoneNumberRecord'),
);

export const VoiceRecord = v.pipe(
  v.strictObject({ id: recordId(1), name: text('Ava'), mode: v.picklist(engineModes) }),
  v.title('VoiceRecord'),
);

export const ModelRecord = v.pipe(v.strictObject({ id: recordId(1), name: text('rehearsal') }), v.title('ModelRecord'));

export const LanguageRecord = v.pipe(
  v.strictObject({ id: recordId(9), name: text('English'), iso_2: twoLetters('en', /^[a-z]{2}$/) }),
  v.title('LanguageRecord'),
);
