import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/delete-assistant.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

async function setup() {
  const deps = assistantDeps();
  await deps.assistants.create(buildAssistant({ type: 'inbound', phoneNumberId: 1 }));
  const remove = async (id: string | number, userId = 7) =>
    readResponse(await handler.with(deps)(httpEvent({ id, userId })));
  return { deps, remove };
}

const notFound = { status: 404, body: { message: 'Assistant not found' } };

describe('DELETE /user/assistant/{id}', () => {
  it('answers 200, and the assistant is gone', async () => {
    const { deps, remove } = await setup();
    expect(await remove(2001)).toEqual({ status: 200, body: { message: 'Assistant deleted successfully' } });
    await expect(deps.assistants.get(7, 2001)).resolves.toBeUndefined();
    expect(await remove(2001)).toEqual(notFound);
  });

  it('starts over when the assistant is updated in between', async () => {
    const { deps, remove } = await setup();
    const realStore = { ...deps.assistants };
    deps.assistants.delete = async () => {
      Object.assign(deps.assistants, realStore);
      return 'conflict';
    };
    expect((await remove(2001)).status).toBe(200);
  });

  it('answers 500 with its own text when the table fails', async () => {
    const { deps, remove } = await setup();
    deps.assistants.delete = () => Promise.reject(new Error('table down'));
    expect(await remove(2001)).toEqual({ status: 500, body: { message: 'Assistant deletion failed' } });
  });
});
