export interface Voice {
  say(token: string, last: boolean): void;
  stop(): void;
}

/** The browser's own voice, sentence by sentence. Undefined where the browser has none. */
export function createVoice(language: string): Voice | undefined {
  const { speechSynthesis: synthesis } = globalThis;
  if (!synthesis) return undefined;
  let pending = '';
  const speak = (text: string) => {
    const words = text.trim();
    if (words === '') return;
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = language;
    synthesis.speak(utterance);
  };
  return {
    say(token, last) {
      pending += token;
      const end = last ? pending.length : endOfSentence(pending);
      speak(pending.slice(0, end));
      pending = pending.slice(end);
    },
    stop() {
      pending = '';
      synthesis.cancel();
    },
  };
}

/** Where the last whole sentence of a text ends; 0 without one. */
export function endOfSentence(text: string): number {
  const ends = [...text.matchAll(/[.!?…]+(?=\s)|[。！？]/g)];
  const last = ends.at(-1);
  return last ? last.index + last[0].length : 0;
}

/** The parts of `SpeechRecognition` that are used; TypeScript's library has no types of it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  abort(): void;
  onresult: (event: {
    resultIndex: number;
    results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
  }) => void;
  onend: () => void;
  addEventListener(type: 'error', listener: (event: { error: string }) => void): void;
}

declare global {
  // Chromium has it under the second name. Firefox has none.
  var SpeechRecognition: (new () => Recognition) | undefined;
  var webkitSpeechRecognition: (new () => Recognition) | undefined;
}

interface Heard {
  onWords: (text: string) => void;
  onSentence: (text: string) => void;
  /** @param error such as `not-allowed` or `audio-capture` */
  onProblem: (error: string) => void;
}

export interface Listener {
  start(): void;
  pause(isPaused: boolean): void;
  stop(): void;
}

/** The browser's own speech recognition. Undefined where the browser has none. */
export function createListener(language: string, { onWords, onSentence, onProblem }: Heard): Listener | undefined {
  const Recognizer = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  if (!Recognizer) return undefined;
  const recognition = new Recognizer();
  let isWanted = false;
  Object.assign(recognition, { lang: language, continuous: true, interimResults: true });
  recognition.onresult = ({ resultIndex, results }) => {
    for (const result of Array.from(results).slice(resultIndex)) {
      const words = result[0]?.transcript.trim() ?? '';
      if (words !== '') (result.isFinal ? onSentence : onWords)(words);
    }
  };
  // Without a microphone, or the permission to use it, the next start would fail in the same way.
  recognition.addEventListener('error', ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return;
    isWanted = false;
    onProblem(error);
  });
  // Browsers end a recognition after a silence.
  recognition.onend = () => {
    if (isWanted) recognition.start();
  };
  const set = (wanted: boolean) => {
    if (wanted === isWanted) return;
    isWanted = wanted;
    if (wanted) recognition.start();
    else recognition.abort();
  };
  return { start: () => set(true), pause: (isPaused) => set(!isPaused), stop: () => set(false) };
}
