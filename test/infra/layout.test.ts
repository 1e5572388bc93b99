import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingPieces } from '#infra/generate/contribute/missing-pieces.ts';
import { touchedTests } from '#infra/generate/contribute/touched-tests.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const root = resolve(import.meta.dirname, '../..');
const features = globSync('shared/*/*.ts', { cwd: root }).map((file) => dirname(file));
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const inPlatform = (file: string) => `shared/platform/${file}`;
const sources = globSync('{functions,shared}/**/*.ts', { cwd: root });

describe('the layout', () => {
  it('is at most 350 files of features, beside the integrations and one file for each function', () => {
    // A carrier is a folder of integrations, and no feature that others have to read.
    const own = globSync('shared/**/*.ts', { cwd: root }).filter((file) => !file.startsWith('shared/integrations/'));
    expect(own.length).toBeLessThanOrEqual(350);
    const functions = globSync('functions/**/*.ts', { cwd: root });
    expect(functions).toHaveLength(manifest.length);
    // As CONTRIBUTING.md says.
    expect(functions.filter((file) => read(file).trimEnd().split('\n').length > 60)).toEqual([]);
  });

  it.each([...new Set(features)])('%s explains itself in a README of at most 30 lines', (feature) => {
    const lines = readFileSync(resolve(root, feature, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
  });

  it('has one way to the table: only the toolbox, with its retry policy, and the rate limits, which the SDK repeats, send commands', () => {
    const importers = (of: RegExp) => sources.filter((file) => of.test(read(file))).toSorted();
    expect(importers(/^import \{[^}]*Command\b[^;]*lib-dynamodb/m)).toEqual([inPlatform('table/requests.ts')]);
    const senders = importers(/^import \{[^;]*table\/requests\.ts'/m);
    expect(senders).toEqual(['rate-limit.ts', 'table/table.ts', 'table/write.ts', 'user-rate.ts'].map(inPlatform));
    const bare = senders
      .filter((file) => file.includes('/table/'))
      .flatMap((file) => read(file).match(/^(?!.*(withRetries|conditionHolds|unlessRefused)).*\.send\(.*$/gm) ?? []);
    // A batch is sent again inside of the policy, with what was left of it.
    expect(bare.filter((line) => !/Batch|client\.send\($/.test(line))).toEqual([]);
  });

  it('has every piece of every function', () => {
    expect(missingPieces(root, manifest)).toEqual([]);
  });

  it('names the file of a piece that is missing', () => {
    const [row] = manifest;
    expect(missingPieces(root, manifest.slice(1))[0]).toContain('has no row in shared/manifest');
    expect(missingPieces(root, [...manifest, { ...row!, id: 'users/be-missing' }]).join()).toContain(
      'events/users/be-missing.json',
    );
  });
});

describe('the tests that a change touches', () => {
  it('are those that import it, through others too, but not through the container', () => {
    const touched = touchedTests(root, ['shared/sms/submit-sms.ts']);
    expect(touched).toContain('test/stores/functions/queue/send-sms.test.ts');
    expect(touched).not.toContain('test/functions/http/users/get-current-user.test.ts');
    expect(touchedTests(root, ['clients/cli/src/output.ts'])).toContain('test/clients/cli/leads-import.test.ts');
    expect(touchedTests(root, [])).toContain('test/infra/manifest.test.ts');
  });
});
