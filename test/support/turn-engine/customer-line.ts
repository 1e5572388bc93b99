import type { ConversationSocket, VoiceFrame } from '#shared/ports/conversation-socket.ts';

export interface Heard {
  who: 'bot' | 'human';
  text: string;
  /** Sent for an older turn, and on its way already when the customer began to speak. */
  isLate: boolean;
}

interface Word {
  text: string;
  isLate: boolean;
  /** Closes its talk cycle. */
  isLast: boolean;
}

/**
 * The carrier's side of one conversation, without a clock: it plays what has come in when it is told to, hears the customer, and
 * keeps what was really heard. Speech that comes in after an interruption is played, as the real carrier does.
 */
export function createCustomerLine() {
  const heard: Heard[] = [];
  const lateWords = new Set<string>();
  let waiting: Word[] = [];
  /** What was played of the talk cycle that is under way. */
  let cycle = '';
  let cycleIsLate = false;
  let isOpen = true;
  let ends = 0;
  let cutLate = false;

  const play = (count = waiting.length) => {
    for (const { text, isLate, isLast } of waiting.splice(0, count)) {
      if (text.trim() !== '') heard.push({ who: 'bot', text: text.trim(), isLate });
      cycle = isLast ? '' : cycle + text;
      cycleIsLate = cycle !== '' && (cycleIsLate || isLate);
    }
  };
  const add = (token: string, isLast: boolean, isLate: boolean) => {
    const words = token.match(/\s*\S+\s*/g) ?? [''];
    if (isLate) for (const word of words) lateWords.add(word.trim());
    waiting.push(...words.map((text, index) => ({ text, isLate, isLast: isLast && index === words.length - 1 })));
  };
  return {
    heard,
    /** The words that came in late, whether they were heard or not. */
    lateWords,
    isOpen: () => isOpen,
    ends: () => ends,
    /** Whether the customer interrupted speech of which the carrier's word does not tell what it belongs to. */
    cutLate: () => cutLate,
    /** Also in the middle of a talk that has nothing to play. */
    isSpeaking: () => cycle !== '' || waiting.some(({ text }) => text.trim() !== ''),
    /** The greeting, which the carrier has from its instructions. */
    greet: (text: string) => add(text, true, false),
    receive(frame: VoiceFrame, isLate: boolean): Awaited<ReturnType<ConversationSocket['send']>> {
      if (!isOpen) return 'gone';
      if (frame.type === 'text') {
        add(frame.token, frame.last, isLate);
        // The end of a talk makes no sound.
        if (waiting.every(({ text }) => text.trim() === '')) play();
      } else {
        play();
        ends += 1;
        isOpen = false;
      }
      return 'sent';
    },
    /** Time passes: everything that has come in is played. */
    play: () => play(),
    /** The customer speaks over the voice after so many words; gives what was played of this talk cycle, and drops the rest. */
    interrupt(words: number): string {
      cutLate ||= cycleIsLate || waiting.some(({ isLate }) => isLate);
      // The last word is never through: otherwise there would be nothing to interrupt.
      play(Math.min(words, Math.max(0, waiting.length - 1)));
      const utterance = cycle;
      // Not a word was heard of two talks that were waiting: the carrier does not tell of which.
      cutLate ||= cycle === '' && waiting.slice(0, -1).some(({ isLast }) => isLast);
      cycle = '';
      waiting = [];
      return utterance;
    },
    say: (text: string) => void heard.push({ who: 'human', text, isLate: false }),
    hangUp() {
      play();
      isOpen = false;
    },
  };
}

export type CustomerLine = ReturnType<typeof createCustomerLine>;
