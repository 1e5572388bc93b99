import * as v from 'valibot';
import { phoneNumbers } from '#shared/container.ts';
import {
  listPhoneNumbers,
  PhoneNumberDetail,
  toPhoneNumberDetail,
  type ListPhoneNumbersDeps,
} from '#shared/numbers/manage-numbers.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-number-details',
  scope: 'read',
  summary: 'List your phone numbers with what they can do',
  answers: { status: 200, body: v.strictObject({ data: v.array(PhoneNumberDetail) }) },
  deps: (): ListPhoneNumbersDeps => ({ phoneNumbers: phoneNumbers(), clock: clock() }),
  handle: async ({ userId }, deps) => {
    const numbers = await listPhoneNumbers({ userId }, deps);
    return ok({ data: numbers.map((number) => toPhoneNumberDetail(number, deps.clock.now())) });
  },
});
