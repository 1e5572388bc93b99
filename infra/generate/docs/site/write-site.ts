import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { descriptionOf, listPages, siteText, titleOf, type Page } from '#infra/generate/docs/site/pages.ts';
import { siteConfig } from '#infra/generate/docs/site/site-config.ts';

const VIEWER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const REFERENCE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ringback API reference</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="reference.js"></script>
  </body>
</html>
`;
const REFERENCE_SCRIPT = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
});
`;
const THEME = `import DefaultTheme from 'vitepress/theme';
import './style.css';

export default DefaultTheme;
`;
/** The colours of labels that have too little contrast by default: 2.9 instead of 4.5. */
const STYLE = `:root {
  --vp-code-lang-color: var(--vp-c-text-2);
  --vp-c-text-3: var(--vp-c-text-2);
}
.diagram {
  overflow-x: auto;
}
.diagram img {
  max-width: none;
}
html:not(.dark) .diagram .dark,
.dark .diagram .light {
  display: none;
}
`;

/** Writes the sources of the site into `folder`: pages, API reference, llms.txt and the settings of VitePress. */
export async function writeSite(root: string, folder: string): Promise<Page[]> {
  const pages = listPages(root);
  const files = new Set<string>();
  const site = { root, pages, onFile: (file: string) => files.add(file) };
  await rm(join(folder, 'pages'), { recursive: true, force: true });
  const titled = [];
  for (const page of pages) {
    const text = await readFile(join(root, page.source), 'utf8');
    titled.push({ ...page, title: titleOf(text), description: descriptionOf(text) });
    await write(join(folder, 'pages', page.target), siteText(text, page, site));
    // The plain Markdown, for programs that read llms.txt.
    await write(join(folder, 'pages/public', page.target), text);
  }
  for (const file of files) await cp(join(root, file), join(folder, 'pages/public/files', file));
  await write(join(folder, 'pages/public/llms.txt'), llmsText(titled));
  await writeReference(root, join(folder, 'pages/public/reference'));
  await write(join(folder, '.vitepress/config.mjs'), configText(siteConfig(titled)));
  await cp(join(root, 'docs/site/diagrams.js'), join(folder, '.vitepress/diagrams.js'));
  await write(join(folder, '.vitepress/theme/index.js'), THEME);
  await write(join(folder, '.vitepress/theme/style.css'), STYLE);
  return pages;
}

function configText(config: object): string {
  return `import { drawDiagrams } from './diagrams.js';

const config = ${JSON.stringify(config, null, 2)};
config.markdown.config = drawDiagrams;

export default config;
`;
}

async function writeReference(root: string, folder: string): Promise<void> {
  await write(join(folder, 'index.html'), REFERENCE);
  await write(join(folder, 'reference.js'), REFERENCE_SCRIPT);
  await cp(join(root, 'shared/openapi/openapi.json'), join(folder, 'openapi.json'));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) await cp(join(VIEWER, file), join(folder, file));
}

/** https://llmstxt.org: a title, a summary, and links to plain Markdown by section. */
function llmsText(pages: ReadonlyArray<Page & { title: string; description: string }>): string {
  const link = ({ title, target, description }: (typeof pages)[number]) =>
    `- [${title}](/${target})${description === '' ? '' : `: ${description}`}`;
  const section = (name: string, chosen: typeof pages) => `## ${name}\n\n${chosen.map(link).join('\n')}`;
  const isProject = ({ target }: Page) => /^(?:project|decisions|contributing|runbooks)\//.test(target);
  return [
    '# Ringback',
    '> A voice-assistant calling service that you deploy into your own AWS account, and run whole on a laptop.',
    section(
      'Use',
      pages.filter((page) => !isProject(page)),
    ),
    '## API\n\n- [OpenAPI 3.1](/reference/openapi.json): every request and answer',
    section('Optional', pages.filter(isProject)),
    '',
  ].join('\n\n');
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
