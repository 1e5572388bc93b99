import { resolve } from 'node:path';
import { build } from 'esbuild';
import { machineDetection } from '#shared/integrations/twilio/machine-detection.ts';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';
import { furtherCarrierAccounts, webCallSettings } from '#shared/platform/carrier-settings.ts';
import { destinationSettings } from '#shared/platform/environment.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Which readers of variables each function can reach, by what is left of our code when it is bundled. */
export async function environmentReaders(rows: readonly ManifestRow[]): Promise<Map<string, string[]>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: rows.map((row) => ({ in: functionFile(row), out: row.id })),
    outdir: root,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
  });
  return new Map(rows.map((row, index) => [row.id, readersIn(outputFiles[index]?.text ?? '')]));
}

/** What stands beside `environment`: a bundle has it only if it can reach it. */
export const settings = { destinationSettings, furtherCarrierAccounts, machineDetection, webCallSettings };
const settingsCalled = new RegExp(String.raw`\b(${Object.keys(settings).join('|')})\d*\(`, 'g');

const readersIn = (code: string): string[] => [
  ...new Set(
    [...code.matchAll(/\benvironment\d*\.(\w+)/g), ...code.matchAll(settingsCalled)].map(([, reader]) =>
      String(reader),
    ),
  ),
];
