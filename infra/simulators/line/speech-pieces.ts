/** The voice makes a piece at each clause mark. A full stop within a number is not one. */
const MARK = /[.!?:;…]+(?=\s|$)|,(?=\s)\s+|[。！？、，；：؟،؛।॥\n]+/gu;

/** Where the next piece of a text ends; undefined while its clause is unfinished. A comma keeps the space that follows it. */
export function endOfPiece(text: string, from: number): number | undefined {
  MARK.lastIndex = from;
  const match = MARK.exec(text);
  return match ? match.index + match[0].length : undefined;
}

/** The end of the word at a position: a word that has begun counts as heard. */
export function endOfWord(text: string, from: number, position: number): number {
  const first = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  const end = text.slice(Math.max(first, position)).search(/\s|$/);
  return Math.max(first, position) + Math.max(end, 0);
}
