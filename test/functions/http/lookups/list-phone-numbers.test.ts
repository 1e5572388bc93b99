import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/lookups/list-phone-numbers.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { askerOf } from '#test/support/http-event.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';

describe('GET /user/assistants/phone-numbers', () => {
  it('answers 200 with every number of the user, and which ones are free', async () => {
    const phoneNumbers = createMemoryPhoneNumberStore([
      buildPhoneNumber({ id: 1, phoneNumber: '+12025550201' }),
      buildPhoneNumber({ id: 2, phoneNumber: '+12025550202', type: 'Caller ID' }),
      buildPhoneNumber({ id: 3, phoneNumber: '+12025550203', inboundAssistantId: 9 }),
      buildPhoneNumber({ id: 4, phoneNumber: '+12025550204', userId: 8 }),
    ]);
    const list = askerOf(handler.with({ phoneNumbers }));
    expect((await list()).body).toEqual([
      { id: 1, phone_number: '+12025550201', country_code: 'US', type_label: 'Normal', is_available: true },
      { id: 2, phone_number: '+12025550202', country_code: 'US', type_label: 'Caller ID', is_available: false },
      { id: 3, phone_number: '+12025550203', country_code: 'US', type_label: 'Normal', is_available: false },
    ]);
    expect(await list({ query: 'type=inbound' })).toMatchObject({ status: 200, body: [{ id: 1 }] });
  });
});
