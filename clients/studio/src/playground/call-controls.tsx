import { Grid3x3, Hand, SendHorizontal } from 'lucide-preact';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Talk } from './use-call.ts';

/** Words, a raised hand and keys. Escape interrupts on the whole page. */
export function CallControls({ talk: { call, press } }: { talk: Talk }): JSX.Element {
  const [hasKeys, setKeys] = useState(false);
  const canType = call?.canType ?? false;
  useEffect(() => {
    const interrupt = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') call?.interrupt();
    };
    window.addEventListener('keydown', interrupt);
    return () => window.removeEventListener('keydown', interrupt);
  }, [call]);
  return (
    <div class="call-controls">
      <Words call={call} />
      <div class="button-row">
        <button type="button" class="button small" disabled={!canType} onClick={() => call?.interrupt()}>
          <Hand size={14} aria-hidden="true" /> Interrupt <kbd>Esc</kbd>
        </button>
        <button
          type="button"
          class="button small"
          aria-expanded={hasKeys}
          disabled={call === undefined}
          onClick={() => setKeys(!hasKeys)}
        >
          <Grid3x3 size={14} aria-hidden="true" /> Keypad
        </button>
      </div>
      {hasKeys ? <Keypad onPress={press} /> : null}
    </div>
  );
}

function Words({ call }: Pick<Talk, 'call'>): JSX.Element {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [call]);
  const canType = call?.canType ?? false;
  const say = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    call?.say(text.trim());
    setText('');
  };
  return (
    <form class="say" onSubmit={say}>
      <input
        ref={field}
        aria-label="Say something"
        placeholder={call === undefined ? 'Connecting…' : canType ? 'Say something' : 'Speak: your microphone is on'}
        disabled={!canType}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button primary icon" aria-label="Say it" disabled={!canType}>
        <SendHorizontal size={16} aria-hidden="true" />
      </button>
    </form>
  );
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

function Keypad({ onPress }: { onPress: (key: string) => void }): JSX.Element {
  return (
    <div class="keypad" role="group" aria-label="Keypad">
      {KEYS.map((key) => (
        <button key={key} type="button" class="button" onClick={() => onPress(key)}>
          {key}
        </button>
      ))}
    </div>
  );
}
