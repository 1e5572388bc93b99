import { expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/delete-assistant.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';

function setup() {
  const deps = assistantDeps([buildAssistant()]);
  const ask = askerOf(handler.with(deps));
  return { deps, remove: () => ask({ id: 2001 }) };
}

it('starts over when the assistant is updated in between', async () => {
  const { deps, remove } = setup();
  const realStore = { ...deps.assistants };
  deps.assistants.delete = async () => {
    Object.assign(deps.assistants, realStore);
    return 'conflict';
  };
  expect((await remove()).status).toBe(200);
});

it('answers 500 with its own text when the table fails', async () => {
  const { deps, remove } = setup();
  deps.assistants.delete = () => Promise.reject(new Error('table down'));
  expect(await remove()).toEqual({ status: 500, body: { message: 'Assistant deletion failed' } });
});
