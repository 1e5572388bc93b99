import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { ConversationDeps, ConversationEvent, ConversationState } from '#shared/conversations/conversation.ts';
import type { VoiceFrame } from '#shared/platform/socket/socket-client.ts';

/** Who has the word, and since when by count. */
export interface Floor {
  connectionId: string;
  generation: number;
}

export interface Speaker {
  /** Sends a piece of speech; `last` closes the turn. False when the word has passed to somebody else, or the line is closed. */
  say(token: string, last: boolean): Promise<boolean>;
  /**
   * Says a few words for the time being, which the next words cut short; nothing once something was said, or while the
   * customer speaks.
   */
  sayFiller(token: string): Promise<void>;
  /** Whether the next piece would be said. */
  hasFloor(): Promise<boolean>;
  /** Whether the carrier has refused a piece, because the line is closed. */
  isDisconnected(): boolean;
  /** From here on the words are the last of the call: they are said although it is ending. */
  beginClosing(): void;
  /** What was really sent, fillers aside. */
  spokenText(): string;
  /** Writes what was sent into the log. */
  record(): Promise<void>;
}

export interface SpeakerOptions {
  /** Whether what is said next may cut these words short, without the customer's voice doing it. */
  preemptible?: boolean;
  /** Waits before the first word, as long as it is the customer who speaks. */
  waitForEndOfSpeech?: (state: ConversationState) => Promise<ConversationState | undefined>;
}

type SpeakerDeps = Pick<ConversationDeps, 'conversations' | 'socket' | 'clock'>;

/**
 * The assistant's voice for one generation. The generation is read again before every piece, so that nothing is said any
 * more once the customer has spoken, and one piece is on its way at a time, because two at once may arrive in any order.
 */
export function createSpeaker(word: Floor, deps: SpeakerDeps, options: SpeakerOptions = {}): Speaker {
  const { connectionId, generation } = word;
  const { conversations, clock } = deps;
  const speech: Speech = { talks: [], isOpen: false, startedAt: undefined, isLastWords: false };
  const inTurn = createQueue();
  const isMine = (state: ConversationState | undefined) =>
    state !== undefined && state.generation === generation && state.endingAt === null;
  return {
    hasFloor: async () => speech.isLastWords || isMine(await conversations.getState(connectionId)),
    say: (token, last) => inTurn(() => say({ token, last }, speech)),
    sayFiller: (token) => inTurn(() => fill(token, speech)),
    isDisconnected: () => speech.isCutOff === true,
    beginClosing: () => void (speech.isLastWords = true),
    spokenText: () => textOf(speech.talks),
    async record() {
      const said = toEvents(speech.talks, generation);
      await Promise.all([speech.filled, ...said.map((event) => conversations.appendEvent(connectionId, event))]);
    },
  };

  async function say({ token, last }: { token: string; last: boolean }, now: Speech): Promise<boolean> {
    if (!now.isLastWords && !(await mayGoOn(now))) return false;
    const isPreemptible = options.preemptible === true && !now.isLastWords;
    // The moment before the post: the customer may interrupt the words before we hear that they have arrived.
    const at = clock.now();
    if (!(await send({ type: 'text', token, last, ...(isPreemptible ? { preemptible: true } : {}) }))) return false;
    now.startedAt ??= at;
    const talk = now.isOpen ? now.talks.at(-1) : undefined;
    if (talk) talk.text += token;
    else now.talks.push({ at, text: token });
    now.isOpen = !last;
    return true;
  }

  async function mayGoOn({ startedAt }: Speech): Promise<boolean> {
    const state = await conversations.getState(connectionId);
    if (!state || !isMine(state) || !options.waitForEndOfSpeech || startedAt !== undefined) return isMine(state);
    return isMine(await options.waitForEndOfSpeech(state));
  }

  async function fill(token: string, now: Speech): Promise<void> {
    if (now.isLastWords || now.startedAt !== undefined || now.filled) return;
    const state = await conversations.getState(connectionId);
    if (!isMine(state) || state?.customerSpeaksSince !== null) return;
    const event = { kind: 'assistant_said', at: clock.now(), generation, text: token, filler: true } as const;
    if (!(await send({ type: 'text', token, last: true, preemptible: true }))) return;
    // The answer may be waiting for its turn: it is not kept back for the log.
    now.filled = conversations.appendEvent(connectionId, event);
    now.filled.catch(() => undefined);
  }

  async function send(frame: VoiceFrame): Promise<boolean> {
    speech.isCutOff = (await deps.socket.send(connectionId, frame)) === 'gone';
    return !speech.isCutOff;
  }
}

interface Speech {
  /** What was sent, fillers aside: each talk by itself, because the customer can interrupt one and have heard the other. */
  talks: Array<{ at: number; text: string }>;
  /** Whether the last talk goes on. */
  isOpen: boolean;
  startedAt: number | undefined;
  isLastWords: boolean;
  isCutOff?: boolean;
  /** The filler's way into the log, if one was said. */
  filled?: Promise<void>;
}

function toEvents(talks: Speech['talks'], generation: number): ConversationEvent[] {
  const spoken = talks.filter(({ text }) => text.trim() !== '');
  return spoken.map(({ at, text }, index) => {
    const event = { kind: 'assistant_said', at, generation, text: text.trim() } as const;
    return index === 0 ? event : { ...event, continues: true };
  });
}

const textOf = (talks: Speech['talks']) =>
  talks
    .map(({ text }) => text)
    .join('')
    .trim();

/** Runs one after the other what is asked for at once. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
}

export interface RetryUntilOpenDeps {
  conversations: ConversationStore;
  pause: (milliseconds: number) => Promise<void>;
}

/** The carrier's frames are handled at once: the customer may speak before the first frame is through, which takes 3 s at most. */
const STEP_MS = 100;
const STEPS = 30;

/**
 * Does something to a conversation; when there is none yet, waits for the frame that opens it and does it then.
 * Undefined when the conversation is never opened, or the change finds nothing to change.
 */
export async function retryUntilOpen<Result>(
  connectionId: string,
  act: () => Promise<Result | undefined>,
  { conversations, pause }: RetryUntilOpenDeps,
): Promise<Result | undefined> {
  const result = await act();
  if (result !== undefined) return result;
  for (let step = 0; step < STEPS; step += 1) {
    if (await conversations.getState(connectionId)) return act();
    await pause(STEP_MS);
  }
  return undefined;
}
