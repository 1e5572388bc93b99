import * as v from 'valibot';
import { phoneNumbers } from '#shared/container.ts';
import {
  listPhoneNumbers,
  toPhoneNumberRecord,
  PhoneNumberRecord,
  type ListPhoneNumbersDeps,
} from '#shared/numbers/manage-numbers.ts';
import { assistantTypes } from '#shared/numbers/phone-number.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-phone-numbers',
  scope: 'read',
  summary: 'List your phone numbers',
  answers: { status: 200, body: v.array(PhoneNumberRecord) },
  query: v.object({ type: v.optional(oneOf(assistantTypes)) }),
  deps: (): ListPhoneNumbersDeps => ({ phoneNumbers: phoneNumbers(), clock: clock() }),
  handle: async ({ userId, query }, deps) => {
    const numbers = await listPhoneNumbers({ userId, type: query.type }, deps);
    return ok(numbers.map((number) => toPhoneNumberRecord(number, deps.clock.now())));
  },
});
