import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as v from 'valibot';
import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { Rehearsal } from '#infra/local/rehearsal/rehearsal.ts';

/** Problems of the files or the options, one per line, for the terminal. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}

export interface LoadedRehearsal extends Rehearsal {
  file: string;
  name: string;
}

/** @throws BadInput with every problem of the file */
export async function loadRehearsal(file: string): Promise<LoadedRehearsal> {
  const lines = new LineCounter();
  const document = parseDocument(await read(file), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0) {
    throw new BadInput(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`).join('\n'));
  }
  const result = v.safeParse(Rehearsal, document.toJS());
  if (result.success) return { name: basename(file).replace(/\.ya?ml$/, ''), ...result.output, file };
  const problems = result.issues.flatMap(innermost).map((issue) => {
    const path = (issue.path ?? []).map(({ key }) => String(key));
    return `${at(offsetOf(document, path))}: ${path.join('.') || 'the file'} ${sentence(issue)}`;
  });
  throw new BadInput(problems.join('\n'));
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new BadInput(`${file}: cannot be read`);
  }
}

/** The issues of a union's closest alternative: the one that does not fail at its root. */
function innermost(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown>[] {
  if (issue.type !== 'union' || !issue.issues) return [issue];
  const depth = (one: v.BaseIssue<unknown>) => one.path?.length ?? 0;
  const deeper = issue.issues.filter((one) => depth(one) > depth(issue));
  return deeper.length > 0 ? deeper.flatMap(innermost) : [issue];
}

function sentence({ kind, type, expected, received, message }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object' && expected === 'never') return 'is no field here';
  if (kind === 'schema' && type !== 'custom') {
    if (received === 'undefined') return 'is missing';
    return `must be ${inWords(expected ?? 'something else')}, not ${received}`;
  }
  return message;
}

const wordsFor: Record<string, string> = {
  Array: 'a list',
  Object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  string: 'a text',
};

/** `(string | Array)` in words. */
function inWords(expected: string): string {
  const kinds = expected.replaceAll(/[()]/g, '').split(' | ');
  return kinds.map((kind) => wordsFor[kind] ?? kind).join(' or ');
}

/** The position of a value in the file, or of the innermost value around it. */
function offsetOf(document: Document.Parsed, path: string[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
