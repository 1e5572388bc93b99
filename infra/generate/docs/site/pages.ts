import { existsSync, globSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

/** A page of the docs site. */
export interface Page {
  /** From the root of the project: `docs/concepts/call.md`. */
  source: string;
  /** From the root of the site: `concepts/call.md`. */
  target: string;
}

const SOURCES = [
  '*.md',
  'clients/*/README.md',
  'docs/**/*.md',
  'infra/local/**/*.md',
  'shared/**/*.md',
  'test/{api,attacks,bench,chaos,rehearsals}/*.md',
];

/** Every Markdown file that the documentation leads to. A README becomes the index of its folder. */
export function listPages(root: string): Page[] {
  const sources = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).map((file) =>
    file.split('\\').join('/'),
  );
  return sources.toSorted().map((source) => ({ source, target: targetOf(source) }));
}

function targetOf(source: string): string {
  if (source === 'README.md') return 'project/readme.md';
  const path = source.startsWith('docs/') ? source.slice('docs/'.length) : `project/${source}`;
  return path.replace(/README\.md$/, 'index.md');
}

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';

/** The first paragraph after the title, as one line. */
export function descriptionOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).slice(1);
  const first = paragraphs.find((paragraph) => /^(?:[A-Z]|`[^`])/.test(paragraph)) ?? '';
  return first
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\n', ' ')
    .replace(/(?<=\.) .*$/, '')
    .replace(/:$/, '.');
}

const CODE = /(^```[\s\S]*?^```|`[^`\n]*`)/m;
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

interface Site {
  root: string;
  pages: readonly Page[];
  /** Called with the files that a page shows or offers: pictures and data. */
  onFile: (file: string) => void;
}

/**
 * The page as the site needs it: links lead to pages of the site, and the name of a source file stands for a link to it.
 * @throws Error for a link to a file that does not exist
 */
export function siteText(text: string, page: Page, site: Site): string {
  const escaped = text
    .replaceAll(/<!--[\s\S]*?-->\n*/g, '')
    .split(new RegExp(CODE, 'gm'))
    .map((part, index) => (index % 2 === 1 ? codeText(part) : escapeText(part)))
    .join('');
  return escaped.replaceAll(LINK, (_link, bang: string, label: string, target: string) =>
    isAddress(target) ? `${bang}[${label}](${target})` : localLink({ bang, label, target }, page, site),
  );
}

/** The site reads braces as templates, and names in angle brackets as elements. */
function escapeText(text: string): string {
  return text.replaceAll('{{', '&#123;&#123;').replaceAll(/<(?=[a-z])(?!https?:)/g, '&lt;');
}

/** The site reads braces in the code of a sentence, too. */
function codeText(code: string): string {
  if (code.startsWith('```') || !code.includes('{{')) return code;
  return `<code v-pre>${code.slice(1, -1).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code>`;
}

const isAddress = (target: string) => /^(?:[a-z]+:|#)/.test(target);

function localLink(
  { bang, label, target }: { bang: string; label: string; target: string },
  page: Page,
  { root, pages, onFile }: Site,
): string {
  const [path = '', heading] = target.split('#');
  const file = posix.normalize(posix.join(dirname(page.source).split('\\').join('/'), path));
  if (!existsSync(join(root, file))) throw new Error(`${page.source}: ${target} does not exist`);
  const known = pages.find(({ source }) => source === file || source === posix.join(file, 'README.md'));
  if (known) return `[${label}](/${known.target}${heading === undefined ? '' : `#${heading}`})`;
  if (bang === '!') {
    onFile(file);
    return `![${label}](/files/${file})`;
  }
  if (file.endsWith('openapi.json')) return `<a href="/reference/index.html" target="_self">${label}</a>`;
  return label.includes('`') ? label : `${label} (\`${relative('.', file)}\`)`;
}
