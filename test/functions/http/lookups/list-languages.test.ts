import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/lookups/list-languages.ts';
import { languages } from '#shared/catalog/languages.ts';
import { askerOf } from '#test/support/http-event.ts';

describe('GET /user/assistants/languages', () => {
  it('answers 200 with every language', async () => {
    const { body } = await askerOf(handler)();
    expect(body).toEqual(languages.map(({ id, name, iso2 }) => ({ id, name, iso_2: iso2 })));
    expect(body).toContainEqual({ id: 5, name: 'German', iso_2: 'de' });
  });
});
