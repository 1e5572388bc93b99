import { Check, Copy } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { toast } from './toast.tsx';

const SHOWN_MS = 1500;

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string | undefined }): JSX.Element {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), SHOWN_MS);
    } catch {
      toast('The browser does not allow the copy. Select the text instead.', 'bad');
    }
  };
  return (
    <button type="button" class="button small" onClick={() => void copy()}>
      {isDone ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      {isDone ? 'Copied' : label}
    </button>
  );
}

/** One line to copy: a token, an address. */
export function CopyLine({ text, label }: { text: string; label?: string }): JSX.Element {
  return (
    <div class="copy-line">
      <code tabIndex={0}>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
