import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/list-assistants.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

function setup(count: number) {
  const own = Array.from({ length: count }, (_, index) => buildAssistant({ id: index + 1 }));
  const deps = assistantDeps([...own, buildAssistant({ id: 500, userId: 8 })]);
  const list = async (query = '', userId = 7) =>
    readResponse(await handler.with(deps)(httpEvent({ query, userId, path: '/api/user/assistants/get' })));
  return { list };
}

const idsOf = (body: unknown) => (body as { data: Array<{ id: number }> }).data.map((row) => row.id);

describe('GET /user/assistants/get', () => {
  it('answers 200 with the newest ten in the envelope', async () => {
    const { list } = setup(12);
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(body).toMatchObject({
      current_page: 1,
      per_page: 10,
      last_page: 2,
      total: 12,
      from: 1,
      to: 10,
      path: 'https://api.example.com/api/user/assistants/get',
      next_page_url: 'https://api.example.com/api/user/assistants/get?page=2',
      prev_page_url: null,
    });
  });
});
