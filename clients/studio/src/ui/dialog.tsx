import { signal } from '@preact/signals';
import { X } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { focusAgain } from './focus.ts';
import { inlineCode } from './inline-code.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

/** A window over the page. It is open while it is rendered; Escape closes it. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [opener] = useState(() => document.activeElement);
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    element.current?.showModal();
    return () => focusAgain(opener);
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : undefined}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        // The backdrop is the dialog itself. A selection of text may end there.
        if (target === element.current && pressed.current === target) element.current?.close();
      }}
    >
      <div class="content">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            class="button ghost icon small"
            aria-label="Close"
            onClick={() => element.current?.close()}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

interface Question {
  title: string;
  /** With code between backquotes. */
  text: string;
  /** The text of the button: `Delete`. */
  action: string;
  danger?: boolean;
}

const asked = signal<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined);

/** Asks before an action that cannot be undone. */
export function confirm(question: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asked.value = { ...question, answer: resolve };
  return promise;
}

/** Shows the question; part of the shell. */
export function Confirmation(): JSX.Element | null {
  const question = asked.value;
  if (question === undefined) return null;
  const answer = (yes: boolean) => {
    asked.value = undefined;
    question.answer(yes);
  };
  return (
    <Dialog title={question.title} onClose={() => answer(false)}>
      <p class="soft">{inlineCode(question.text)}</p>
      <div class="button-row end">
        <button type="button" class="button" onClick={() => answer(false)}>
          Cancel
        </button>
        <button type="button" class={`button primary${question.danger ? ' danger' : ''}`} onClick={() => answer(true)}>
          {question.action}
        </button>
      </div>
    </Dialog>
  );
}
