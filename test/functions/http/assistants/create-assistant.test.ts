import { expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/create-assistant.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { askerOf } from '#test/support/http-event.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';

function setup(create?: AssistantStore['create']) {
  const deps = assistantDeps();
  if (create) deps.assistants.create = create;
  const ask = askerOf(handler.with(deps));
  return { deps, post: (changes: Record<string, unknown> = {}) => ask({ body: leastAssistantRequest(changes) }) };
}

it('draws another id when the first is taken', async () => {
  const outcomes = ['id_taken', 'created'] as const;
  let draws = 0;
  const { post } = setup(async () => outcomes[draws++]!);
  expect((await post()).status).toBe(201);
  expect(draws).toBe(2);
});

it('answers 422 when the number is taken between the look and the write', async () => {
  const { post } = setup(async () => 'number_taken');
  const errors = { phone_number_id: ['The selected phone number id is invalid.'] };
  expect(await post({ calls_direction: 'receive', phone_number_id: 1 })).toEqual({
    status: 422,
    body: { message: 'Validation failed', errors },
  });
});

it('answers 500 with its own text when the table fails', async () => {
  const { post } = setup(() => Promise.reject(new Error('table down')));
  expect(await post()).toEqual({ status: 500, body: { message: 'Assistant creation failed' } });
});

it.each([
  ['too_many', 'The account has 1,000 assistants. Delete one first.'],
  ['too_large', 'All assistants of the account would have more than 4.9 MB. Shorten or delete some first.'],
] as const)('answers 409 when the list is full: %s', async (outcome, message) => {
  const { post } = setup(async () => outcome);
  expect(await post()).toEqual({ status: 409, body: { message } });
});
