import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { descriptionOf, listPages, siteText } from '#infra/generate/docs/site/pages.ts';
import { sidebar } from '#infra/generate/docs/site/site-config.ts';
import { writeSite } from '#infra/generate/docs/site/write-site.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'ringback-docs-'));
const page = { source: 'docs/concepts/call.md', target: 'concepts/call.md' };
const pages = [page, { source: 'docs/webhooks.md', target: 'webhooks.md' }];

afterAll(() => rmSync(folder, { recursive: true }));

describe('a page of the docs site', () => {
  it.each([
    { name: 'a page', text: '[it](../webhooks.md#attempts)', shown: '[it](/webhooks.md#attempts)' },
    { name: 'a heading', text: '[it](#here)', shown: '[it](#here)' },
    { name: 'another site', text: '[it](https://example.com)', shown: '[it](https://example.com)' },
    {
      name: 'a source file',
      text: '[config](../../infra/cloud/stage/config.ts)',
      shown: 'config (`infra/cloud/stage/config.ts`)',
    },
    {
      name: 'a picture',
      text: '![p](../../test/bench/reports/lists.svg)',
      shown: '![p](/files/test/bench/reports/lists.svg)',
    },
  ])('links to $name', ({ text, shown }) => {
    expect(siteText(text, page, { root, pages, onFile: () => undefined })).toBe(shown);
  });

  it('fails for a link to a file that does not exist', () => {
    const render = () => siteText('[it](../gone.md)', page, { root, pages, onFile: () => undefined });
    expect(render).toThrow('docs/concepts/call.md: ../gone.md does not exist');
  });

  it('keeps code as it is shown, and hides braces and names in angle brackets of the text from templates', () => {
    const text = 'a {{b}} <c>, `{{d}} <e>`, <https://f.example>\n\n```sh\necho {{g}} <h>\n```\n';
    expect(siteText(text, page, { root, pages, onFile: () => undefined })).toBe(
      'a &#123;&#123;b}} &lt;c>, <code v-pre>{{d}} &lt;e></code>, <https://f.example>\n\n```sh\necho {{g}} <h>\n```\n',
    );
  });

  it('is described by its first sentence', () => {
    expect(descriptionOf('# T\n\n- [x](#x)\n\nThe [first](a.md) one. The second.\n')).toBe('The first one.');
  });
});

describe('the sidebar', () => {
  it('leads to every page, from the pages beside it', () => {
    const titled = listPages(root).map((one) => ({ ...one, title: 'T' }));
    const bars = Object.entries(sidebar(titled));
    const reached = ({ target }: { target: string }) => {
      const [, groups] = bars.find(([folder]) => `/${target}`.startsWith(folder))!;
      return groups
        .flatMap(({ items }) => items)
        .some(({ link }) => link === `/${target.replace(/(?:index)?\.md$/, '')}`);
    };
    expect(titled.filter((one) => !reached(one)).map(({ target }) => target)).toEqual(['index.md']);
  });
});

describe('the sources of the docs site', () => {
  it('have every page with a title, llms.txt with links to plain Markdown, and the API reference', async () => {
    const written = await writeSite(root, folder);
    expect(written.length).toBeGreaterThan(80);
    const file = (path: string) => join(folder, 'pages', path);
    for (const { target } of written) {
      expect(readFileSync(file(target), 'utf8'), target).toMatch(/^# .+$/m);
      expect(existsSync(file(`public/${target}`))).toBe(true);
    }
    const llms = readFileSync(file('public/llms.txt'), 'utf8');
    const linked = [...llms.matchAll(/\]\(\/([^)]+)\)/g)].map(([, path = '']) => path);
    expect(linked.filter((path) => !existsSync(file(`public/${path}`)))).toEqual([]);
    expect(linked).toEqual(expect.arrayContaining(['quickstart.md', 'concepts/wallet.md', 'reference/openapi.json']));
    expect(existsSync(file('public/reference/swagger-ui-bundle.js'))).toBe(true);
  });
});
