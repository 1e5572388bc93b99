import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { licenceText } from '#infra/text/licence-texts.ts';

/** The name of the file beside the code. Nothing loads it. */
export const NOTICES_FILE = 'THIRD-PARTY.txt';

const Package = v.object({
  name: v.string(),
  version: v.string(),
  license: v.string(),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })])),
});

interface ThirdParty {
  /** `valibot 1.4.0` */
  name: string;
  text: string;
}

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENCE_FILE = /^(?:licen[sc]e|copying|notice)(?:[.-](?:md|txt|mit|bsd|apache.*))?$/i;

/** The folders of the packages of these files. Files of the project belong to none. */
export function packageFoldersOf(inputs: readonly string[]): string[] {
  const folders = inputs.flatMap((path) => PACKAGE.exec(path.replaceAll('\\', '/'))?.[1] ?? []);
  return [...new Set(folders)].toSorted();
}

/**
 * The licences of the packages of which an artefact contains code: MIT, BSD and Apache-2.0 want their text, and the notices, in
 * every copy. Equal texts stand once. Empty: it contains no such code.
 * @param inputs the files in it, relative to `root`
 */
export async function thirdPartyNotices(inputs: readonly string[], root: string): Promise<string> {
  const parts = await Promise.all(packageFoldersOf(inputs).map((folder) => readPackage(resolve(root, folder), root)));
  const byText = Map.groupBy(parts, ({ text }) => text);
  if (byText.size === 0) return '';
  const sections = [...byText].map(([text, named]) => {
    const names = [...new Set(named.map(({ name }) => name))].toSorted();
    return `${names.join('\n')}\n\n${text}\n`;
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  return ['This software contains code of the packages below, under the licences below.\n', ...sections].join(line);
}

const known = new Map<string, Promise<ThirdParty>>();

function readPackage(folder: string, root: string): Promise<ThirdParty> {
  const read = known.get(folder) ?? readThirdParty(folder, root);
  known.set(folder, read);
  return read;
}

async function readThirdParty(folder: string, root: string): Promise<ThirdParty> {
  const { name, version, license, author } = v.parse(
    v.pipe(v.string(), v.parseJson(), Package),
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter((file) => LICENCE_FILE.test(file)).toSorted();
  const texts = await Promise.all(files.map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()));
  const holder = (typeof author === 'object' ? author.name : author) ?? `the authors of ${name}`;
  const text = texts.length > 0 ? texts.join('\n\n') : await missingText(license, holder, root);
  return { name: `${name} ${version} (${license})`, text };
}

async function missingText(licence: string, holder: string, root: string): Promise<string> {
  return licenceText(licence, holder, (await readFile(join(root, 'LICENSE'), 'utf8')).trim());
}
