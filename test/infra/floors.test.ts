import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { floors, mayImport } from '#infra/generate/floors/floors.ts';
import { infraFloors, mayImportRoom, rooms, specifierOf } from '#infra/generate/floors/infra-floors.ts';

const root = resolve(import.meta.dirname, '../..');
const features = floors.flat();
const folder = mkdtempSync(join(tmpdir(), 'floors-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether lint, as it is configured, refuses each import, by `from <- to`. Files are written for it, as nobody could commit them. */
function refusals(imports: ReadonlyArray<{ from: string; to: string }>): Map<string, boolean> {
  const { $schema: _, ...config } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const files = Map.groupBy(imports, ({ from }) => from);
  const pathOf = (from: string) => (from.startsWith('infra/') ? from : `shared/${from}`);
  for (const [from, lines] of files) {
    mkdirSync(join(folder, pathOf(from)), { recursive: true });
    // Type imports: lint must refuse them like any other.
    const text = lines.map(({ to }, index) => `import type { Type${index} } from '${to}';\n`).join('');
    writeFileSync(join(folder, pathOf(from), 'try.ts'), text);
  }
  const refused = JSON.parse(lint()).diagnostics.map(
    ({ filename, labels }: { filename: string; labels: Array<{ span: { line: number } }> }) =>
      `${filename}:${labels[0]?.span.line}`,
  );
  return new Map(
    [...files].flatMap(([from, lines]) =>
      lines.map(
        ({ to }, index) => [`${from} <- ${to}`, refused.includes(`${pathOf(from)}/try.ts:${index + 1}`)] as const,
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

it('every folder of infra/ that has floors has a floor for each folder in it', () => {
  for (const [house, floorsOfHouse] of Object.entries(infraFloors)) {
    const folders = readdirSync(join(root, house), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name),
    );
    expect(folders.map(({ name }) => name).toSorted(), house).toEqual(floorsOfHouse.flat().toSorted());
  }
});

it('lint refuses what a room of infra/ imports from its own floor or above, in each folder around it, and nothing from below', () => {
  // Closed to everything of the service.
  const open = rooms.filter(({ path }) => !/^infra\/(?:simulators|admin)/.test(path));
  const pairs = open.flatMap((room) =>
    room.around.flatMap(({ house, name }) =>
      (infraFloors[house] ?? []).flat().map((other) => ({
        from: room.path,
        to: `${specifierOf(`${house}/${other}`, room)}/in/some-file.ts`,
        isRefused: !mayImportRoom(house, name, other),
      })),
    ),
  );
  const expected = pairs.map(({ from, to, isRefused }) => [`${from} <- ${to}`, isRefused] as const);
  expect(refusals(pairs)).toEqual(new Map(expected));
});

it('lint refuses what is closed to one room of infra/', () => {
  const closed = [
    ['infra/simulators/line', '#shared/platform/clock.ts'],
    ['infra/simulators/twilio/journal', '#infra/local/address/names.ts'],
    ['infra/simulators/twilio/journal', '#twilio/rest/rest-api.ts'],
    ['infra/simulators/openai', '#twilio/wire/formats.ts'],
    ['infra/admin/commands', '#infra/local/aws/queues/queue-emulator.ts'],
    ['infra/admin/deps', '@ringback/simulators/line/draw.ts'],
    ['infra/cloud/stage', '#infra/cloud/app.ts'],
    ['infra/local/aws/socket', '#infra/local/main.ts'],
  ].map(([from = '', to = '']) => ({ from, to }));
  expect([...refusals(closed)].filter(([, isRefused]) => !isRefused)).toEqual([]);
});
