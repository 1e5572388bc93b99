import * as v from 'valibot';

/** How a part of a written text is said. `at` and `length` are of the written text. */
export const SpokenForm = v.object({ at: v.number(), length: v.number(), spoken: v.string() });
export type SpokenForm = v.InferOutput<typeof SpokenForm>;

/** A text that is kept as it is written. */
export interface Said {
  text: string;
  forms?: SpokenForm[] | undefined;
}

/** The parts of a text in order, as they are written and as they are said. */
export function partsOf({ text, forms = [] }: Said): Array<{ written: string; spoken: string }> {
  const parts: Array<{ written: string; spoken: string }> = [];
  let end = 0;
  const addPlain = (plain: string) => plain !== '' && parts.push({ written: plain, spoken: plain });
  for (const { at, length, spoken } of forms) {
    addPlain(text.slice(end, at));
    parts.push({ written: text.slice(at, at + length), spoken });
    end = at + length;
  }
  addPlain(text.slice(end));
  return parts;
}

/** What goes over the wire. */
export function spokenOf(said: Said): string {
  return partsOf(said)
    .map(({ spoken }) => spoken)
    .join('');
}
