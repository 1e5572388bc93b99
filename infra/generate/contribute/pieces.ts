import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A file to create, or a text to insert into one before the last `before` in it. */
export type Piece = { path: string; content: string } | { path: string; insert: string; before: string };

/**
 * Writes all pieces, or none: a file that exists already and a place that is not found stop it before the first write.
 *
 * @returns the paths written, from the root
 */
export async function writePieces(root: string, pieces: readonly Piece[]): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const piece of pieces) texts.set(piece.path, await textOf(root, piece, texts.get(piece.path)));
  for (const [path, text] of texts) {
    await mkdir(dirname(resolve(root, path)), { recursive: true });
    await writeFile(resolve(root, path), text);
  }
  return [...texts.keys()];
}

async function textOf(root: string, piece: Piece, earlier: string | undefined): Promise<string> {
  const file = resolve(root, piece.path);
  if ('content' in piece) {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) throw new Error(`${piece.path} exists already`);
    return piece.content;
  }
  const text = earlier ?? (await readFile(file, 'utf8'));
  const at = text.lastIndexOf(piece.before);
  if (at < 0) throw new Error(`${piece.path} has no ${JSON.stringify(piece.before)} to insert before`);
  return text.slice(0, at) + piece.insert + text.slice(at);
}

/** `send-reminder` → `sendReminder`. */
export function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `send-reminder` → `Send reminder`. */
export function sentenceCase(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
