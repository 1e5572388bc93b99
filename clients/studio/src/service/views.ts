/** A list with filters, under a name. */
export interface View {
  name: string;
  /** The query of its address: `outcome=goal_reached`. */
  search: string;
}

export type Storage = Pick<typeof localStorage, 'getItem' | 'setItem'>;
type ViewsOfLists = Record<string, View[]>;

/** What a view does not keep: views outlive a session, and a number is of a person. */
const LEFT_OUT = ['page', 'phone_number'];
const MOST_VIEWS = 20;

/** Of one user in this browser: another user of the browser does not see them. The key does not name the user. */
const keyOf = (user: string): string => `ringback.views.${hashOf(user)}`;

/** FNV-1a, of 32 bits. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** The filters of an address as a view keeps them; nothing if none is left. */
export function searchOfView(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of LEFT_OUT) query.delete(name);
  query.sort();
  return query.toString();
}

export const readViews = (user: string, list: string, storage: Storage = localStorage): View[] =>
  readAll(user, storage)[list] ?? [];

/** Saves a view behind the others. One with the same name is replaced. */
export function saveView(user: string, list: string, view: View, storage: Storage = localStorage): View[] {
  const others = readViews(user, list, storage).filter(({ name }) => name !== view.name);
  return write(user, list, [...others, view].slice(-MOST_VIEWS), storage);
}

export const removeView = (user: string, list: string, name: string, storage: Storage = localStorage): View[] =>
  write(
    user,
    list,
    readViews(user, list, storage).filter((view) => view.name !== name),
    storage,
  );

function write(user: string, list: string, views: View[], storage: Storage): View[] {
  storage.setItem(keyOf(user), JSON.stringify({ ...readAll(user, storage), [list]: views }));
  return views;
}

/** What another version of the studio has stored otherwise is left out. */
function readAll(user: string, storage: Storage): ViewsOfLists {
  const stored = parse(storage.getItem(keyOf(user)));
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []]),
  );
}

export function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'search' in value &&
  typeof value.name === 'string' &&
  typeof value.search === 'string';
