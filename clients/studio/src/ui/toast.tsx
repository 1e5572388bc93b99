import { signal } from '@preact/signals';
import type { JSX } from 'preact';

interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad';
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

const SHOWN_MS = { plain: 4000, bad: 9000 };

/** Says something at the edge of the page, for some seconds. */
export function toast(text: string, tone: Toast['tone'] = 'plain'): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, text, tone }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, SHOWN_MS[tone]);
}

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast ${tone}`}>
          {text}
        </div>
      ))}
    </div>
  );
}
