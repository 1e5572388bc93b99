import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import * as v from 'valibot';

const PROJECT_ROOT = resolve(import.meta.dirname, '../..');

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

/** Replaces each place in a bundle by the place in the sources, relative to the project. Other text stays as it is. */
export async function symboliseTrace(trace: string, mapPath: string): Promise<string> {
  const map = new SourceMap(v.parse(SourceMapFile, await readFile(mapPath, 'utf8')));
  return trace.replaceAll(/[^\s()]*index\.mjs:(\d+):(\d+)/g, (place, line: string, column: string) => {
    const origin = map.findOrigin(Number(line), Number(column));
    if (!('fileName' in origin)) return place;
    const { fileName, lineNumber, columnNumber } = origin;
    return `${relative(PROJECT_ROOT, resolve(dirname(mapPath), fileName))}:${lineNumber}:${columnNumber}`;
  });
}
