import type { ConversationSocket, VoiceFrame } from '#shared/conversations/voice-session.ts';

export interface Heard {
  who: 'bot' | 'human';
  text: string;
  /** Sent for an older turn, and on its way already when the customer began to speak. */
  isLate: boolean;
}

type Manner = { last: boolean; isPreemptible: boolean; isLate: boolean; sender: object };

type Word = Pick<Manner, 'isLate' | 'sender'> & { text: string };

/** A talk cycle of the carrier. */
interface Talk {
  words: Word[];
  /** Whether something of it was played. */
  hasPlayed: boolean;
  /** What was played of the piece under way. It is reported at its end, or when it is cut. */
  piece: Array<{ word: Word; entry: Heard }>;
  /** The runs that have sent its words, and whether some of them came in late. */
  senders: Set<object>;
  hasLate: boolean;
  isOpen: boolean;
  /** Whether the next talk cuts it short. */
  isPreemptible: boolean;
}

const textOf = (words: Word[]) => words.map(({ text }) => text).join('');
const hasSound = (text: string) => text.trim() !== '';
/** The voice makes a piece at each clause mark. */
const endsPiece = ({ text }: Word) => /[.!?]\s*$/.test(text);

/**
 * The carrier's side of one conversation as recorded calls show it, without a clock: it plays what has come in when it is told to, piece
 * by piece, hears the customer, and keeps what was heard and reported. Speech that comes in after an interruption is played.
 */
export function createCustomerLine({ onPlayed }: { onPlayed: (piece: string) => void }) {
  const heard: Heard[] = [];
  const lateWords = new Set<string>();
  const cutSenders = new Set<object>();
  let talks: Talk[] = [];
  let isOpen = true;
  let ends = 0;
  let mixedLate = false;

  /** Reports the piece under way. Returns its text. */
  const report = (talk: Talk): string => {
    const text = textOf(talk.piece.map(({ word }) => word));
    talk.piece = [];
    if (hasSound(text)) onPlayed(text);
    return text.trim();
  };
  const play = (count = Number.POSITIVE_INFINITY) => {
    let left = count;
    for (let talk = talks[0]; talk; talk = talks[0]) {
      // An unfinished clause waits for more text.
      const playable = talk.isOpen ? talk.words.findLastIndex(endsPiece) + 1 : talk.words.length;
      const words = talk.words.splice(0, Math.min(left, playable));
      left -= words.length;
      for (const word of words) {
        const entry: Heard = { who: 'bot', text: word.text.trim(), isLate: word.isLate };
        if (hasSound(word.text)) heard.push(entry);
        mixedLate ||= word.isLate && cutSenders.has(word.sender);
        talk.hasPlayed ||= hasSound(word.text);
        talk.piece.push({ word, entry });
        if (endsPiece(word)) report(talk);
      }
      if (talk.words.length > 0 || talk.isOpen) return;
      report(talk);
      talks.shift();
    }
  };
  /** A word is heard once it has begun. */
  const beginWord = (talk: Talk) => {
    const word = talk.words.find(({ text }) => hasSound(text));
    if (!word) return;
    talk.words.splice(0, talk.words.indexOf(word) + 1);
    const entry: Heard = { who: 'bot', text: word.text.trim(), isLate: word.isLate };
    heard.push(entry);
    mixedLate ||= word.isLate && cutSenders.has(word.sender);
    talk.piece.push({ word, entry });
  };
  const unplayed = () => talks.flatMap(({ words }) => words);
  const drop = (dropped: Talk[]) => {
    for (const { sender } of dropped.flatMap(({ words }) => words)) cutSenders.add(sender);
    talks = talks.filter((talk) => !dropped.includes(talk));
  };
  /** A new talk cuts the marked ones before it, without an interruption. */
  const preempt = () => {
    const marked = talks.filter(({ isPreemptible }) => isPreemptible);
    mixedLate ||= marked.some(({ words }) => words.some((word) => word.isLate));
    // A fixed sentence that comes again: its report tells nothing of the first one.
    mixedLate ||= marked.some(({ words }) => words.some(({ text }) => hasSound(text) && !/\d/.test(text)));
    for (const talk of marked) report(talk);
    drop(marked);
  };
  const add = (token: string, { last, isPreemptible, isLate, sender }: Manner) => {
    const words = (token.match(/\s*\S+\s*/g) ?? []).map((text) => ({ text, isLate, sender }));
    if (isLate) for (const { text } of words) lateWords.add(text.trim());
    if (talks.at(-1)?.isOpen !== true) {
      preempt();
      const talk = { words: [], hasPlayed: false, piece: [], senders: new Set<object>(), hasLate: false };
      talks.push({ ...talk, isOpen: true, isPreemptible });
    }
    const talk = talks.at(-1) as Talk;
    mixedLate ||= isLate && last && talk.words.length > 0;
    talk.words.push(...words);
    for (const word of words) talk.senders.add(word.sender);
    talk.hasLate ||= words.some((word) => word.isLate);
    mixedLate ||= talk.hasLate && talk.senders.size > 1;
    talk.isOpen = !last;
    // The end of a talk makes no sound.
    play(0);
  };
  const disconnect = (words: number) => {
    play(words);
    const unreported = new Set(talks.flatMap(({ piece }) => piece.map(({ entry }) => entry)));
    heard.splice(0, heard.length, ...heard.filter((entry) => !unreported.has(entry)));
    talks = [];
  };
  return {
    heard,
    /** The words that came in late, whether they were heard or not. */
    lateWords,
    isOpen: () => isOpen,
    ends: () => ends,
    /**
     * Whether late words were played in one piece with others, or behind a gap in their own answer: the pieces that are told do not
     * tell of that.
     */
    mixedLate: () => mixedLate,
    /** Also in the middle of a talk that has nothing to play. */
    isSpeaking: () => talks.some(({ hasPlayed }) => hasPlayed) || unplayed().some(({ text }) => hasSound(text)),
    /** The greeting, which the carrier has from its instructions. */
    greet: (text: string) => add(text, { last: true, isPreemptible: false, isLate: false, sender: {} }),
    receive(
      frame: VoiceFrame,
      manner: Pick<Manner, 'isLate' | 'sender'>,
    ): Awaited<ReturnType<ConversationSocket['send']>> {
      if (!isOpen) return 'gone';
      if (frame.kind === 'speech') {
        add(frame.text, { ...manner, last: frame.isLast, isPreemptible: frame.isPreemptible === true });
      } else if (frame.kind === 'stop') {
        // A talk without a sound cuts the marked ones before it.
        add(' ', { ...manner, last: true, isPreemptible: true });
      } else {
        play();
        ends += 1;
        isOpen = false;
      }
      return 'sent';
    },
    /** Plays this many received words. */
    play,
    /** The customer interrupts after this many words. Returns what was played of the piece under way, and drops the rest. */
    interrupt(words: number): string {
      // The last word is never through: otherwise there would be nothing to interrupt.
      play(Math.min(words, Math.max(0, unplayed().length - 1)));
      // Recorded fragments are never empty: the carrier tells the piece under way.
      if (talks[0]?.piece.length === 0) beginWord(talks[0]);
      const fragment = talks[0] ? report(talks[0]) : '';
      drop(talks);
      return fragment;
    },
    say: (text: string) => void heard.push({ who: 'human', text, isLate: false }),
    /** The connection to the service is lost after this many words. Nothing reports the piece under way: it does not count as heard. */
    disconnect,
    hangUp(words: number) {
      disconnect(words);
      isOpen = false;
    },
  };
}

export type CustomerLine = ReturnType<typeof createCustomerLine>;
