import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keyEffect, rowAfter } from './keys.ts';
import { Dialog } from '../ui/dialog.tsx';

const TYPED = 'input, textarea, select, [contenteditable], [role="slider"], audio, video';

const keys: ReadonlyArray<readonly [string, string]> = [
  ['/', 'goes to the search of a list'],
  ['↓ ↑', 'go from row to row in a list'],
  ['Enter', 'opens the row'],
  ['Esc', 'closes a window, and interrupts the assistant in the playground'],
  ['Tab', 'goes to the next control'],
  ['?', 'shows these keys'],
];

/** The keys of lists, and the window that names them. */
export function Keys(): JSX.Element | null {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const effect = keyEffect({
        key: event.key,
        isTyping: document.activeElement?.closest(TYPED) !== null,
        hasModifier: event.altKey || event.ctrlKey || event.metaKey,
        hasDialog: document.querySelector('dialog[open]') !== null,
      });
      if (effect === undefined || event.defaultPrevented) return;
      const element = effect === 'search' ? searchField() : effect === 'help' ? undefined : rowBeside(effect);
      if (effect === 'help') setShown(true);
      else if (element === undefined) return;
      else element.focus();
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!isShown) return null;
  return (
    <Dialog title="Keys" onClose={() => setShown(false)}>
      <dl class="facts">
        {keys.map(([key, does]) => (
          <>
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}

const searchField = (): HTMLElement | undefined =>
  document.querySelector<HTMLElement>('#main input[type="search"]') ?? undefined;

function rowBeside(effect: 'next' | 'previous'): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('#main tr.is-link td:first-child a')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const to = rowAfter(rows.length, at, effect);
  return to === undefined ? undefined : rows[to];
}
