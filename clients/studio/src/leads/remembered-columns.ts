import { plain } from '../../../imports/src/columns.ts';
import { type ColumnUse, meanings } from '../../../imports/src/mapping.ts';
import { hashOf, parse, type Storage } from '../service/views.ts';

/** The columns that a browser keeps of a user; older ones are forgotten. */
const MOST_COLUMNS = 200;

/** Neither the user nor a heading is stored: the first line of a file without headings has a customer. */
const keyOf = (user: string): string => `ringback.columns.${hashOf(user)}`;
const nameOf = (heading: string): string => hashOf(plain(heading));

type Remembered = ReadonlyMap<string, ColumnUse>;

/** What the user has made of columns with these headings in earlier files. */
export function rememberedUses(
  user: string,
  heading: readonly string[],
  storage: Storage = localStorage,
): Array<ColumnUse | undefined> {
  const all = read(user, storage);
  return heading.map((name) => all.get(nameOf(name)));
}

/** Keeps what the user has chosen, for the next file with the same headings. */
export function rememberUses(
  user: string,
  heading: readonly string[],
  chosen: ReadonlyMap<number, ColumnUse>,
  storage: Storage = localStorage,
): void {
  if (chosen.size === 0) return;
  const all = new Map(read(user, storage));
  for (const [index, use] of chosen) {
    all.delete(nameOf(heading[index] ?? ''));
    all.set(nameOf(heading[index] ?? ''), use);
  }
  storage.setItem(keyOf(user), JSON.stringify([...all].slice(-MOST_COLUMNS)));
}

/** What another version of the studio has stored otherwise is left out. */
function read(user: string, storage: Storage): Remembered {
  const stored = parse(storage.getItem(keyOf(user)));
  return new Map(Array.isArray(stored) ? stored.filter(isEntry) : []);
}

const isEntry = (value: unknown): value is [string, ColumnUse] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isUse(value[1]);

const isUse = (value: unknown): value is ColumnUse =>
  typeof value === 'object' &&
  value !== null &&
  'meaning' in value &&
  'variable' in value &&
  typeof value.variable === 'string' &&
  meanings.some((meaning) => meaning === value.meaning);
