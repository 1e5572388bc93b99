import * as v from 'valibot';

/** A text, compared without case and spaces, or a `/regular expression/` with its flags. */
export const Pattern = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.check((pattern) => toRegExp(pattern) !== 'broken', 'is no regular expression'),
);

/** Undefined for plain text. */
export function toRegExp(pattern: string): RegExp | 'broken' | undefined {
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return 'broken';
  }
}

/** Whether a part of the text is as the pattern says. */
export function matches(text: string, pattern: string): boolean {
  const expression = toRegExp(pattern);
  if (expression instanceof RegExp) return new RegExp(expression).test(text);
  return plain(text).includes(plain(pattern));
}

/** Whether the whole text is the pattern, or an expression finds something in it. */
export function isValue(value: string, wanted: string): boolean {
  return toRegExp(wanted) instanceof RegExp ? matches(value, wanted) : plain(value) === plain(wanted);
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
