import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CreateAssistantBody } from '#shared/assistants/assistant-body.ts';
import { createAssistant } from '#shared/assistants/create-assistant.ts';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { crashAt } from '#test/support/fakes.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';

const userId = 7;
const reservation = { id: 188_443_104_509_952, token: '5f0c9a4e-1b7d-4e7a-9b53-2f6c0f1d8a77' };
const inbound = v.parse(CreateAssistantBody, leastAssistantRequest({ calls_direction: 'receive', phone_number_id: 1 }));

function setup() {
  const deps = assistantDeps();
  const create = (resumed: boolean, on = deps) =>
    createAssistant({ userId, request: inbound, reservation: { ...reservation, resumed } }, on);
  const list = async () => (await deps.assistants.list(userId, { page: 1, perPage: 100 })).rows;
  return { deps, create, list };
}

it('an assistant with a reserved id gets that id, and the token as its uuid', async () => {
  const { create } = setup();
  await expect(create(false)).resolves.toMatchObject({ id: reservation.id, uuid: reservation.token });
});

it.each(['before', 'after'] as const)(
  'an assistant with a reserved id is created once after a crash %s any step and a repeat',
  async (when) => {
    for (let step = 1, crashed = true; crashed; step += 1) {
      const { deps, create, list } = setup();
      const guard = crashAt({ ...deps, allowLoopback: undefined }, step, when);
      await create(false, { ...guard.deps, allowLoopback: false }).catch(() => undefined);
      crashed = guard.crashed();
      await expect(create(true)).resolves.toMatchObject({ id: reservation.id, phoneNumberId: 1 });
      expect(await list()).toHaveLength(1);
    }
  },
);

it('an assistant with a reserved id takes the next id when another has this one, and is found there', async () => {
  const { deps, create, list } = setup();
  await deps.assistants.create(buildAssistant({ id: reservation.id, userId }));
  await expect(create(false)).resolves.toMatchObject({ id: reservation.id + 1 });
  await expect(create(true)).resolves.toMatchObject({ id: reservation.id + 1 });
  expect(await list()).toHaveLength(2);
});
