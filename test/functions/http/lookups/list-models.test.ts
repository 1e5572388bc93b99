import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/lookups/list-models.ts';
import { models } from '#shared/catalog/models.ts';
import { askerOf } from '#test/support/http-event.ts';

describe('GET /user/assistants/models', () => {
  it('answers 200 with the models of both modes, the rehearsal model among them', async () => {
    const { body } = await askerOf(handler)();
    expect(body).toEqual(models.map(({ id, name }) => ({ id, name })));
    expect(body).toContainEqual({ id: 11, name: 'rehearsal' });
  });
});
