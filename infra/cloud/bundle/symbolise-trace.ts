import { readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';

const SourceMapFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    file: v.optional(v.string(), 'index.mjs'),
    version: v.number(),
    sources: v.array(v.string()),
    sourcesContent: v.optional(v.array(v.string()), []),
    names: v.array(v.string()),
    mappings: v.string(),
    sourceRoot: v.optional(v.string(), ''),
  }),
);

/**
 * Replaces each place in a bundle by the place in the sources, relative to the project. Other text stays as it is.
 * @param folder of a bundle with its maps
 */
export async function symboliseTrace(trace: string, folder: string): Promise<string> {
  const files = new Set([...trace.matchAll(PLACE)].map(([, file = '']) => `${file}.map`));
  const names = (await readdir(folder)).filter((name) => files.has(name));
  const maps = new Map(
    await Promise.all(names.map(async (name) => [name, await readMap(join(folder, name))] as const)),
  );
  return trace.replaceAll(PLACE, (place, file: string, line: string, column: string) => {
    const origin = maps.get(`${file}.map`)?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    const { fileName, lineNumber, columnNumber } = origin;
    return `${fileName.replace(/^(?:\.\.\/)+/, '')}:${lineNumber}:${columnNumber}`;
  });
}

const PLACE = /[^\s()]*?([\w-]+\.mjs):(\d+):(\d+)/g;

const readMap = async (path: string) => new SourceMap(v.parse(SourceMapFile, await readFile(path, 'utf8')));
