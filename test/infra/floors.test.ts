import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { floors, mayImport } from '#infra/generate/floors/floors.ts';

const root = resolve(import.meta.dirname, '../..');
const features = floors.flat();
const folder = mkdtempSync(join(tmpdir(), 'floors-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether lint, as it is configured, refuses each import, by `from <- to`. Files are written for it, as nobody could commit them. */
function refusals(imports: ReadonlyArray<{ from: string; to: string }>): Map<string, boolean> {
  const { $schema: _, ...config } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const files = Map.groupBy(imports, ({ from }) => from);
  for (const [from, lines] of files) {
    mkdirSync(join(folder, 'shared', from), { recursive: true });
    // Type imports: lint must refuse them like any other.
    const text = lines.map(({ to }, index) => `import type { Type${index} } from '${to}';\n`).join('');
    writeFileSync(join(folder, 'shared', from, 'try.ts'), text);
  }
  const refused = JSON.parse(lint()).diagnostics.map(
    ({ filename, labels }: { filename: string; labels: Array<{ span: { line: number } }> }) =>
      `${filename}:${labels[0]?.span.line}`,
  );
  return new Map(
    [...files].flatMap(([from, lines]) =>
      lines.map(
        ({ to }, index) => [`${from} <- ${to}`, refused.includes(`shared/${from}/try.ts:${index + 1}`)] as const,
      ),
    ),
  );
}

function lint(): string {
  const args = ['-c', '.oxlintrc.json', '--format', 'json', '-A', 'all', '-D', 'no-restricted-imports', '.'];
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), args, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    // It exits with 1 when it finds something.
    return (error as { stdout: string }).stdout;
  }
}

it('every feature of shared/ stands on a floor', () => {
  const beside = ['integrations', 'openapi'];
  const folders = readdirSync(join(root, 'shared'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => !beside.includes(name));
  expect(names.toSorted()).toEqual(features.toSorted());
});

it('lint refuses what a feature imports from its own floor or above, and nothing from below', () => {
  const pairs = features.flatMap((from) =>
    features.filter((to) => to !== from).map((to) => ({ from, feature: to, to: `#shared/${to}/some-file.ts` })),
  );
  const found = refusals(pairs);
  const expected = pairs.map(({ from, feature, to }) => [`${from} <- ${to}`, !mayImport(from, feature)] as const);
  expect(found).toEqual(new Map(expected));
});

it('lint refuses what stands beside the floors: integrations, containers, functions, infra, tests, SDKs', () => {
  const beside = [
    '#shared/integrations/twilio/twilio-api.ts',
    '#shared/container.ts',
    '#shared/web-call-container.ts',
    '#functions/queue/send-sms.ts',
    '#infra/cloud/stage/config.ts',
    '#test/support/builders.ts',
    '#clients/cli/src/cli.ts',
    '#package.json',
    '#shared/built-in-tools.ts',
    '#shared/some-file.ts',
    '#shared/openapi/openapi.json',
    '@aws-sdk/client-sqs',
    '@ai-sdk/openai',
    'twilio',
    'some-package/inside.js',
  ];
  const above = features.filter((feature) => feature !== 'platform');
  const found = refusals(above.flatMap((from) => beside.map((to) => ({ from, to }))));
  expect([...found].filter(([, isRefused]) => !isRefused)).toEqual([]);
});

it('lint refuses relative paths out of the folder', () => {
  const paths = [
    '../x.ts',
    '../calls/call.ts',
    '../../functions/queue/send-sms.ts',
    './../calls/call.ts',
    './in/../../x.ts',
  ];
  const found = refusals([...features, 'integrations/twilio'].flatMap((from) => paths.map((to) => ({ from, to }))));
  expect([...found].filter(([, isRefused]) => !isRefused)).toEqual([]);
});

it('lint refuses the subfolders of a feature, but for the lists of calls where calls are read', () => {
  const to = '#shared/calls/listing/call-groups.ts';
  const found = refusals(['web-calls', 'call-life', 'campaigns'].map((from) => ({ from, to })));
  expect(Object.fromEntries(found)).toEqual({
    [`web-calls <- ${to}`]: true,
    [`call-life <- ${to}`]: false,
    [`campaigns <- ${to}`]: true,
  });
});
