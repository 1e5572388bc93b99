import type { Page } from '#infra/docs/site/pages.ts';

type Titled = Page & { title: string };

interface Group {
  text: string;
  collapsed?: boolean;
  items: Array<{ text: string; link: string; target?: string }>;
}

const USE = ['start', 'quickstart', 'guide', 'webhooks', 'web-calls', 'assistant-settings'];
const CONCEPTS = ['assistant', 'call', 'turn', 'campaign', 'webhook', 'wallet'];

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

function sidebar(pages: readonly Titled[]): Group[] {
  const named = (names: string[]) => names.flatMap((name) => pages.filter(({ target }) => target === `${name}.md`));
  const under = (folder: string) => pages.filter(({ target }) => target.startsWith(`${folder}/`));
  const reference = { text: 'API reference', link: '/reference/index.html', target: '_self' };
  const rehearsals = named(['project/test/rehearsals/index']);
  return [
    { text: 'Use it', items: [...linksTo([...named(USE), ...rehearsals]), reference] },
    { text: 'Concepts', items: linksTo(named(CONCEPTS.map((name) => `concepts/${name}`))) },
    { text: 'Operate it', collapsed: true, items: linksTo([...under('runbooks'), ...named(['erasure'])]) },
    {
      text: 'Change it',
      collapsed: true,
      items: linksTo([
        ...named(['project/CONTRIBUTING', 'architecture', 'reading', 'chaos']),
        ...under('contributing'),
      ]),
    },
    { text: 'Features', collapsed: true, items: linksTo(under('project/shared')) },
    { text: 'Decisions', collapsed: true, items: linksTo(under('decisions')) },
    {
      text: 'Project',
      collapsed: true,
      items: linksTo(named(['project/readme', 'project/CHANGELOG', 'project/SECURITY'])),
    },
  ];
}

function linksTo(pages: readonly Titled[]): Group['items'] {
  return pages.map(({ title, target }) => ({ text: title, link: `/${target.replace(/(?:index)?\.md$/, '')}` }));
}
