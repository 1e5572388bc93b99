export type KeyEffect = 'search' | 'help' | 'next' | 'previous';

interface Pressed {
  key: string;
  /** The control that has the focus takes text, or chooses by arrows. */
  isTyping: boolean;
  /** With Alt, Ctrl or Meta a key belongs to the browser. */
  hasModifier: boolean;
  /** A dialog is over the page. */
  hasDialog: boolean;
}

const effects: Readonly<Record<string, KeyEffect>> = {
  '/': 'search',
  '?': 'help',
  ArrowDown: 'next',
  ArrowUp: 'previous',
};

/** What a key does on a page; undefined for a key that is left to the browser. */
export function keyEffect({ key, isTyping, hasModifier, hasDialog }: Pressed): KeyEffect | undefined {
  return isTyping || hasModifier || hasDialog ? undefined : effects[key];
}

/** The row to go to; undefined at the end of the list. `at`: the row that has the focus, or -1. */
export function rowAfter(rows: number, at: number, effect: 'next' | 'previous'): number | undefined {
  if (at === -1) return effect === 'next' && rows > 0 ? 0 : undefined;
  const to = effect === 'next' ? at + 1 : at - 1;
  return to >= 0 && to < rows ? to : undefined;
}
