import { DefaultCountryRecord, setDefaultCountry, type SetDefaultCountryDeps } from '#shared/call-life/current-user.ts';
import { users } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, text } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: 'users/set-default-country',
  scope: 'admin',
  summary: 'Set the country of numbers without a plus',
  answers: { status: 200, body: messageAnswer('Default country updated successfully', DefaultCountryRecord) },
  body: objectOf({ default_country: optional(text()) }),
  deps: (): SetDefaultCountryDeps => ({ users: users() }),
  handle: async ({ userId, body: { default_country: country } }, deps) => {
    const data = await setDefaultCountry({ userId, country }, deps);
    return ok({ message: 'Default country updated successfully', data });
  },
});
