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
}

/** A talk cycle of the carrier. */
interface Talk {
  /** What is still to be played. */
  words: Word[];
  played: string;
  isLate: boolean;
  isOpen: boolean;
  /** Whether the next talk cuts it short. */
  isPreemptible: boolean;
}

const hasSound = (text: string) => text.trim() !== '';

/**
 * The carrier's side of one conversation, without a clock: it plays what has come in when it is told to, hears the customer, and
 * keeps what was really heard. Speech that comes in after an interruption is played, as the real carrier does.
 */
export function createCustomerLine({ onPlayed }: { onPlayed: (piece: string) => void }) {
  const heard: Heard[] = [];
  const lateWords = new Set<string>();
  let talks: Talk[] = [];
  let isOpen = true;
  let ends = 0;
  let cutLate = false;
  let isGlued = false;

  const play = (count = Number.POSITIVE_INFINITY) => {
    let left = count;
    for (let talk = talks[0]; talk; talk = talks[0]) {
      const words = talk.words.splice(0, left);
      left -= words.length;
      for (const { text, isLate } of words) if (hasSound(text)) heard.push({ who: 'bot', text: text.trim(), isLate });
      const piece = words.map(({ text }) => text).join('');
      talk.played += piece;
      talk.isLate ||= words.some(({ isLate }) => isLate);
      if (hasSound(piece)) onPlayed(piece);
      if (talk.words.length > 0 || talk.isOpen) return;
      talks.shift();
    }
  };
  const unplayed = () => talks.flatMap(({ words }) => words);
  const add = (
    token: string,
    { last, isLate, preemptible }: { last: boolean; isLate: boolean; preemptible: boolean },
  ) => {
    const words = (token.match(/\s*\S+\s*/g) ?? []).map((text) => ({ text, isLate }));
    if (isLate) for (const { text } of words) lateWords.add(text.trim());
    const open = talks.at(-1)?.isOpen === true ? talks.at(-1) : undefined;
    if (!open && talks[0]?.isPreemptible) talks = [];
    if (open && words.length > 0) isGlued ||= isOther(answerOf(open), words[0]?.text ?? '');
    if (open) open.words.push(...words);
    else talks.push({ words, played: '', isLate: false, isOpen: true, isPreemptible: preemptible });
    if (last) (talks.at(-1) as Talk).isOpen = false;
    // The end of a talk makes no sound.
    play(0);
  };
  return {
    heard,
    /** The words that came in late, whether they were heard or not. */
    lateWords,
    isOpen: () => isOpen,
    ends: () => ends,
    /** Whether the customer interrupted speech of which the carrier's word does not tell what it belongs to. */
    cutLate: () => cutLate,
    /** Whether an answer went on where another one had stopped, which it should have cut short. */
    isGlued: () => isGlued,
    /** Also in the middle of a talk that has nothing to play. */
    isSpeaking: () => talks.some(({ played }) => hasSound(played)) || unplayed().some(({ text }) => hasSound(text)),
    /** The greeting, which the carrier has from its instructions. */
    greet: (text: string) => add(text, { last: true, isLate: false, preemptible: false }),
    receive(frame: VoiceFrame, isLate: boolean): Awaited<ReturnType<ConversationSocket['send']>> {
      if (!isOpen) return 'gone';
      if (frame.type === 'text') {
        add(frame.token, { last: frame.last, isLate, preemptible: frame.preemptible === true });
      } else {
        play();
        ends += 1;
        isOpen = false;
      }
      return 'sent';
    },
    /** Time passes: so many words of what has come in are played. */
    play,
    /** The customer stops the voice after so many words; gives what was played of this talk cycle, and drops the rest. */
    interrupt(words: number): string {
      cutLate ||= (talks[0]?.isLate ?? false) || unplayed().some(({ isLate }) => isLate);
      // The last word is never through: otherwise there would be nothing to interrupt.
      play(Math.min(words, Math.max(0, unplayed().length - 1)));
      const utterance = talks[0]?.played ?? '';
      // Not a word was heard of two talks that were waiting: the carrier does not tell of which.
      cutLate ||= utterance === '' && talks.length > 1;
      talks = [];
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

const answerOf = ({ played, words }: Talk) => played + words.map(({ text }) => text).join('');

/** Whether a word is of another answer than the ones before it; the fixed phrases are of any. */
function isOther(before: string, word: string): boolean {
  const answers = [...before.matchAll(/\ba(\d+)w/g)].map((match) => match[1]);
  const answer = /^\s*a(\d+)w/.exec(word)?.[1];
  return answer !== undefined && answers.length > 0 && !answers.includes(answer);
}
