import type { Page } from '#infra/generate/docs/site/pages.ts';

type Titled = Page & { title: string };

interface Group {
  text: string;
  items: Array<{ text: string; link: string; target?: string }>;
}

const USE = [
  'start',
  'quickstart',
  'guide',
  'transfers',
  'webhooks',
  'tools',
  'web-calls',
  'limits',
  'studio',
  'assistant-settings',
];
const CONCEPTS = ['assistant', 'call', 'turn', 'campaign', 'wallet'];
/** Folders with many pages, which the sidebar lists beside the pages of the folder itself. */
const FOLDERS = ['runbooks', 'contributing', 'decisions', 'project/shared'];

/** The settings of VitePress: https://vitepress.dev/reference/site-config. Nothing is loaded from other origins. */
export function siteConfig(pages: readonly Titled[]) {
  return {
    title: 'Ringback',
    description: 'A voice-assistant calling service that you deploy into your own AWS account.',
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    srcDir: 'pages',
    srcExclude: ['public/**'],
    outDir: 'dist',
    // The override of esbuild in docs/site/package.json lowers no syntax for older browsers.
    vite: { build: { target: 'es2022' } },
    // The themes by default have a contrast of 4.2 on the ground of a code block.
    markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
    // Those of the local stack.
    ignoreDeadLinks: 'localhostLinks',
    themeConfig: {
      search: { provider: 'local' },
      outline: [2, 3],
      nav: [
        { text: 'Quickstart', link: '/quickstart' },
        { text: 'Concepts', link: '/concepts/call' },
        { text: 'API reference', link: '/reference/index.html', target: '_self' },
      ],
      sidebar: sidebar(pages),
    },
  };
}

/** By the folder of the page that is shown. No group can be folded: VitePress nests a button in the heading of one that can. */
export function sidebar(pages: readonly Titled[]): Record<string, Group[]> {
  const named = (...names: string[]) => names.flatMap((name) => pages.filter(({ target }) => target === `${name}.md`));
  const under = (folder: string) => pages.filter(({ target }) => target.startsWith(`${folder}/`));
  const reference = { text: 'API reference', link: '/reference/index.html', target: '_self' };
  const everywhere: Group[] = [
    { text: 'Use it', items: [...linksTo(named(...USE, 'project/test/rehearsals/index')), reference] },
    { text: 'Concepts', items: linksTo(named(...CONCEPTS.map((name) => `concepts/${name}`))) },
    { text: 'Clients', items: linksTo(under('project/clients')) },
    {
      text: 'Operate it',
      items: linksTo(named('runbooks/index', 'runbooks/erasure', 'threats', 'capacity', 'project/test/bench/index')),
    },
    {
      text: 'Change it',
      items: linksTo([
        ...named('project/CONTRIBUTING', 'architecture', 'contributing/index', 'decisions/index'),
        ...named('project/shared/platform/table/ACCESS-PATTERNS', 'project/test/api/index', 'project/test/chaos/index'),
        ...named('project/test/attacks/index'),
        ...under('project/infra'),
      ]),
    },
    { text: 'Project', items: linksTo(named('project/readme', 'project/CHANGELOG', 'project/SECURITY')) },
  ];
  const inside = FOLDERS.map((folder): [string, Group[]] => {
    const title = named(`${folder}/index`)[0]?.title ?? 'Features';
    return [`/${folder}/`, [{ text: title, items: linksTo(under(folder)) }, ...everywhere]];
  });
  return Object.fromEntries([...inside, ['/', everywhere]]);
}

function linksTo(pages: readonly Titled[]): Group['items'] {
  return pages.map(({ title, target }) => ({ text: title, link: `/${target.replace(/(?:index)?\.md$/, '')}` }));
}
