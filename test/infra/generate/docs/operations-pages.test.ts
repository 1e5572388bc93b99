import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { commandGroups } from '#infra/admin/command-groups.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { callWriteUnits } from '#infra/cloud/call-units/life-cycle.ts';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { alarmTable } from '#infra/generate/docs/alarm-table.ts';
import { endReasons } from '#shared/calls/call-reasons.ts';
import { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';

const root = resolve(import.meta.dirname, '../../../..');
const FOLDERS = '{clients,docs,infra,shared,test}';
const pages = globSync(['*.md', `${FOLDERS}/**/*.md`], {
  cwd: root,
  exclude: ['**/node_modules', 'test/bench/reports'],
});
const read = (page: string) => readFile(resolve(root, page), 'utf8');

const scripts = Object.keys(
  (JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
);
const commands = commandGroups.flatMap(({ name, commands }) =>
  commands.map((create) => {
    const command = create({
      deps: () => Promise.reject(new Error('unused')),
      print: () => undefined,
      progress: createProgressBar(undefined),
    });
    return { line: `${name} ${command.name()}`, options: command.options.map(({ long }) => long) };
  }),
);

describe.each(pages)('%s', (page) => {
  it('names only scripts that exist', async () => {
    const named = [...(await read(page)).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, script]) => script);
    for (const script of named) expect(scripts).toContain(script);
  });

  it('names only admin commands that exist, with options that they have', async () => {
    for (const [, line, rest = ''] of (await read(page)).matchAll(/admin -- ([a-z-]+ [a-z-]+)([^`\n]*)/g)) {
      const command = commands.find((one) => one.line === line);
      expect(command, line).toBeDefined();
      const known = [...(command?.options ?? []), '--table', '--region', '--profile', '--json'];
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(known, `${line} ${option}`).toContain(option);
    }
  });

  it('links only to files and headings that exist', async () => {
    for (const [, target = ''] of (await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', heading] = target.split('#');
      const path = file === '' ? resolve(root, page) : resolve(root, dirname(page), file);
      expect(existsSync(path), target).toBe(true);
      const known = heading === undefined ? [] : headings(await readFile(path, 'utf8'));
      expect([undefined, ...known], target).toContain(heading);
    }
  });
});

describe('the names in the text of a page', () => {
  const files = globSync(
    '{.ci,clients/*/src,clients/python,docs/webhook-examples,events,functions,infra,shared,test}/**/*',
    {
      cwd: root,
      exclude: ['**/node_modules', '**/__pycache__', 'test/bench/reports'],
    },
  );
  const code = files.filter((file) => /\.(?:tsx?|json|py|js|css|html)$|run$/.test(file));
  const source = code.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n');
  const fileNames = new Set(files.map((file) => basename(file)));
  /** Those of AWS, of models and of examples. */
  const FOREIGN = [
    'AI_APICallError',
    'LatestRestorableDateTime',
    'NODE_USE_ENV_PROXY',
    'export-calls.ts',
    'quickstart.ts',
    'ready.json',
    'say-time-tool.ts',
    'ping.ts',
    'ping.json',
    'ping.test.ts',
  ];
  const VARIABLE_OR_METRIC = /^(?:[A-Z]+(?:_[A-Z]+)+|(?:[A-Z][a-z]+){2,})$/;

  /** Decisions and the changelog also tell what was. */
  it.each(pages.filter((page) => !/decisions|CHANGELOG/.test(page)))(
    '%s: variables, metrics and files exist',
    (page) => {
      const text = readFileSync(resolve(root, page), 'utf8').replaceAll(/```[^]*?```/g, '');
      const names = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, token = '']) => token.split(/[\s=(,]/));
      const unknown = names.filter(
        (name) =>
          (VARIABLE_OR_METRIC.test(name) && !source.includes(name)) ||
          (/^[\w./-]+\.(?:tsx?|json|css)$/.test(name) && !fileNames.has(basename(name)) && !source.includes(name)),
      );
      expect(unknown.filter((name) => !FOREIGN.includes(basename(name)))).toEqual([]);
    },
  );
});

describe('the widgets that runbooks name', () => {
  it('are on the dashboard', async () => {
    const runbooks = await Promise.all(pages.filter((page) => page.startsWith('docs/runbooks/')).map(read));
    const named = [...runbooks.join('\n').matchAll(/"([^"\n]+)" on the dashboard/g)].map(([, title = '']) => title);
    const dashboard = await read('infra/cloud/alarms/dashboard.ts');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((title) => !dashboard.includes(`'${title}`))).toEqual([]);
  });
});

describe('the page of webhooks', () => {
  it('shows a payload that its schema takes, with no other field', async () => {
    const [, text = ''] = /```json\n([^]*?)```/.exec(await read('docs/webhooks.md')) ?? [];
    expect(v.parse(CallCompletedPayload, JSON.parse(text))).toEqual(JSON.parse(text));
  });

  it('tells each end reason', async () => {
    const text = await read('docs/webhooks.md');
    expect(endReasons.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([]);
  });
});

describe('a page with a table of contents', () => {
  const contents = (text: string) => [...text.matchAll(/^- \[[^\]]+\]\(#([^)]+)\)$/gm)].map(([, target]) => target);
  const long = pages.filter((page) => contents(readFileSync(resolve(root, page), 'utf8')).length > 0);

  it('is the guide, among others', () => {
    expect(long).toContain('docs/guide.md');
  });

  it.each(long)('%s lists all of its sections, in their order', async (page) => {
    const text = await read(page);
    expect(contents(text)).toEqual(headings(text, /^## (.+)$/gm));
  });
});

describe('the numbers of the guide', () => {
  const { conversationsAtOnce: ofFew } = capacityOf({ ...stages.production, accountConcurrency: 10 });
  const { conversationsAtOnce: ofMany } = capacityOf({ ...stages.production, accountConcurrency: 1000 });
  const { throttling, rateLimit, sms } = stages.production;
  const number = (value: number) => value.toLocaleString('en-US');

  it.each([
    ['concurrent outbound calls', `${ofFew} of 10, ${number(ofMany)} of 1,000`],
    ['writes per second of a new table', `4,000, ${Math.floor(4000 / callWriteUnits)} calls`],
    ['requests per second of one route', `${throttling.requestsPerSecond}, bursts of ${number(throttling.burst)}`],
    [
      'requests of one user, with all its tokens',
      `${rateLimit.requestsPerMinute} a minute, bursts of ${rateLimit.burst}`,
    ],
    ['SMS of one user per second', String(sms.perSecondPerUser)],
  ])('are those of the code: %s', async (limit, value) => {
    const rows = (await read('docs/guide.md')).split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.find(([, first]) => first === limit)?.[2]).toBe(value);
  });
});

describe('a reader', () => {
  it('finds every page by a link of another one', () => {
    const linked = new Set(pages.flatMap(linksOf));
    expect(pages.filter((page) => !linked.has(page))).toEqual([]);
  });

  it('is not told to install by name what is not on npm: others could take the names', async () => {
    const texts = await Promise.all(pages.map(read));
    expect(texts.join('\n')).not.toMatch(/npm install(?: --global)? @ringback|npx -y|"-y"/);
  });
});

function linksOf(page: string): string[] {
  return [...readFileSync(resolve(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
    .map(([, target = '']) => join(dirname(page), target))
    .filter((target) => target !== page);
}

function headings(markdown: string, level = /^#+ (.+)$/gm): string[] {
  return [...markdown.matchAll(level)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

describe('the table of alarms', () => {
  it('is fresh: npm run generate writes it', async () => {
    await expect(read('docs/runbooks/README.md')).resolves.toContain(alarmTable());
  });
});
