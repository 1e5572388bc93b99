import type { ConversationSocket, VoiceFrame } from '#shared/platform/socket/socket-client.ts';

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
  played: string;
  /** Whose words it holds, and whether some of them came in late. */
  senders: Set<object>;
  hasLate: boolean;
  isOpen: boolean;
  /** Whether the next talk cuts it short. */
  isPreemptible: boolean;
}

const textOf = (words: Word[]) => words.map(({ text }) => text).join('');
const hasSound = (text: string) => text.trim() !== '';

/**
 * The carrier's side of one conversation, without a clock: it plays what has come in when it is told to, hears the customer, and
 * keeps what was really heard. Speech that comes in after an interruption is played, as the real carrier does.
 */
export function createCustomerLine({ onPlayed }: { onPlayed: (piece: string) => void }) {
  const heard: Heard[] = [];
  const lateWords = new Set<string>();
  const cutSenders = new Set<object>();
  let talks: Talk[] = [];
  let isOpen = true;
  let ends = 0;
  let cutLate = false;
  let mixedLate = false;

  const play = (count = Number.POSITIVE_INFINITY) => {
    let left = count;
    for (let talk = talks[0]; talk; talk = talks[0]) {
      const words = talk.words.splice(0, left);
      left -= words.length;
      tell(words);
      talk.played += textOf(words);
      if (talk.words.length > 0 || talk.isOpen) return;
      talks.shift();
    }
  };
  const tell = (words: Word[]) => {
    for (const { text, isLate } of words) if (hasSound(text)) heard.push({ who: 'bot', text: text.trim(), isLate });
    const late = words.filter(({ isLate }) => isLate);
    mixedLate ||= late.some(({ sender }) => cutSenders.has(sender));
    if (hasSound(textOf(words))) onPlayed(textOf(words));
  };
  const unplayed = () => talks.flatMap(({ words }) => words);
  const drop = () => {
    for (const { sender } of unplayed()) cutSenders.add(sender);
    talks = [];
  };
  const add = (token: string, { last, isPreemptible, isLate, sender }: Manner) => {
    const words = (token.match(/\s*\S+\s*/g) ?? []).map((text) => ({ text, isLate, sender }));
    if (isLate) for (const { text } of words) lateWords.add(text.trim());
    if (talks.at(-1)?.isOpen !== true) {
      if (talks[0]?.isPreemptible) {
        mixedLate ||= unplayed().some((word) => word.isLate);
        drop();
      }
      talks.push({ words: [], played: '', senders: new Set(), hasLate: false, isOpen: true, isPreemptible });
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
  return {
    heard,
    /** The words that came in late, whether they were heard or not. */
    lateWords,
    isOpen: () => isOpen,
    ends: () => ends,
    /** Whether the customer interrupted speech of which the carrier's word does not tell what it belongs to. */
    cutLate: () => cutLate,
    /**
     * Whether late words were played in one piece with others, or behind a gap in their own answer: the pieces that are told do not
     * tell of that.
     */
    mixedLate: () => mixedLate,
    /** Also in the middle of a talk that has nothing to play. */
    isSpeaking: () => talks.some(({ played }) => hasSound(played)) || unplayed().some(({ text }) => hasSound(text)),
    /** The greeting, which the carrier has from its instructions. */
    greet: (text: string) => add(text, { last: true, isPreemptible: false, isLate: false, sender: {} }),
    receive(
      frame: VoiceFrame,
      manner: Pick<Manner, 'isLate' | 'sender'>,
    ): Awaited<ReturnType<ConversationSocket['send']>> {
      if (!isOpen) return 'gone';
      if (frame.type === 'text') {
        add(frame.token, { ...manner, last: frame.last, isPreemptible: frame.preemptible === true });
      } else {
        play();
        ends += 1;
        isOpen = false;
      }
      return 'sent';
    },
    /** Plays this many received words. */
    play,
    /** The customer interrupts after this many words. Returns what was played of this talk cycle and drops the rest. */
    interrupt(words: number): string {
      cutLate ||= talks.some(({ hasLate }) => hasLate);
      // The last word is never through: otherwise there would be nothing to interrupt.
      play(Math.min(words, Math.max(0, unplayed().length - 1)));
      const utterance = talks[0]?.played ?? '';
      // Not a word was heard of two talks that were waiting: the carrier does not tell of which.
      cutLate ||= utterance === '' && talks.length > 1;
      drop();
      return utterance;
    },
    say: (text: string) => void heard.push({ who: 'human', text, isLate: false }),
    /** The customer hangs up after this many words, or when everything was played. */
    hangUp(words?: number) {
      play(words);
      isOpen = false;
    },
  };
}

export type CustomerLine = ReturnType<typeof createCustomerLine>;
