import { access, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { heldElsewhere } from '#test/api/held-elsewhere.ts';
import { PAGE, renderPage } from '#test/api/page/render-page.ts';

it('the page of the contract is up to date: else run `npm run generate`', async () => {
  expect(await readFile(PAGE, 'utf8')).toBe(renderPage());
});

it.each(heldElsewhere)('«$sentence» has a test that exists', async ({ test }) => {
  await expect(access(test)).resolves.toBeUndefined();
});
