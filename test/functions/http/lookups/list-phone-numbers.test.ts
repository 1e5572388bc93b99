import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/lookups/list-phone-numbers.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';

function setup() {
  const phoneNumbers = createMemoryPhoneNumberStore([
    buildPhoneNumber({ id: 1, phoneNumber: '+12025550201' }),
    buildPhoneNumber({ id: 2, phoneNumber: '+12025550202', type: 'Caller ID' }),
    buildPhoneNumber({ id: 3, phoneNumber: '+12025550203', inboundAssistantId: 9 }),
    buildPhoneNumber({ id: 4, phoneNumber: '+12025550204', userId: 8 }),
  ]);
  return { call: handler.with({ phoneNumbers }) };
}

describe('GET /user/assistants/phone-numbers', () => {
  it('answers 200 with every number of the user, and which ones are free', async () => {
    const { call } = setup();
    const { status, body } = readResponse(await call(httpEvent()));
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: 1, phone_number: '+12025550201', country_code: 'US', type_label: 'Normal', is_available: true },
      { id: 2, phone_number: '+12025550202', country_code: 'US', type_label: 'Caller ID', is_available: false },
      { id: 3, phone_number: '+12025550203', country_code: 'US', type_label: 'Normal', is_available: false },
    ]);
  });

  it.each([
    { query: 'type=inbound', ids: [1] },
    { query: 'type=outbound', ids: [1, 2, 3] },
    { query: 'type=', ids: [1, 2, 3] },
  ])('lists the numbers $ids for ?$query', async ({ query, ids }) => {
    const { call } = setup();
    const { body } = readResponse(await call(httpEvent({ query })));
    expect((body as Array<{ id: number }>).map((number) => number.id)).toEqual(ids);
  });

  it('answers 422 to an unknown type', async () => {
    const { call } = setup();
    expect(readResponse(await call(httpEvent({ query: 'type=web' })))).toEqual({
      status: 422,
      body: { message: 'The given data was invalid.', errors: { type: ['The selected type is invalid.'] } },
    });
  });
});
