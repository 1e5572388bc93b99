import type { ConversationDeps } from '#shared/app/conversation-deps.ts';
import type { ConversationState } from '#shared/domain/conversation/conversation.ts';
import type { VoiceFrame } from '#shared/ports/conversation-socket.ts';

/** Who has the word, and since when by count. */
export interface Word {
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
  fill(token: string): Promise<void>;
  /** Whether the next piece would be said. */
  hasTheWord(): Promise<boolean>;
  /** From here on the words are the last of the call: they are said although it is ending. */
  beginLastWords(): void;
  /** What was really sent, fillers aside. */
  said(): string;
  /** Writes what was sent into the log. */
  record(): Promise<void>;
}

export interface SpeakerOptions {
  /** Whether what is said next may cut these words short, without the customer's voice doing it. */
  preemptible?: boolean;
  /** Waits before the first word, as long as it is the customer who speaks. */
  letFinish?: (state: ConversationState) => Promise<ConversationState | undefined>;
}

type SpeakerDeps = Pick<ConversationDeps, 'conversations' | 'socket' | 'clock'>;

/**
 * The assistant's voice for one generation. The generation is read again before every piece, so that nothing is said any
 * more once the customer has spoken, and one piece is on its way at a time, because two at once may arrive in any order.
 */
export function createSpeaker(
  { connectionId, generation }: Word,
  { conversations, socket, clock }: SpeakerDeps,
  { preemptible = false, letFinish }: SpeakerOptions = {},
): Speaker {
  let text = '';
  let startedAt: number | undefined;
  let isLastWords = false;
  let filled: Promise<void> | undefined;
  const inTurn = createQueue();
  const isMine = (state: ConversationState | undefined) =>
    state !== undefined && state.generation === generation && state.endingAt === null;
  const mayBegin = async () => {
    const state = await conversations.state(connectionId);
    if (!state || !isMine(state) || !letFinish || startedAt !== undefined) return isMine(state);
    return isMine(await letFinish(state));
  };
  const send = async (frame: VoiceFrame) => (await socket.send(connectionId, frame)) === 'sent';
  return {
    hasTheWord: async () => isLastWords || isMine(await conversations.state(connectionId)),
    say: (token, last) =>
      inTurn(async () => {
        if (!isLastWords && !(await mayBegin())) return false;
        const frame = { type: 'text', token, last, ...(preemptible && !isLastWords ? { preemptible } : {}) } as const;
        if (!(await send(frame))) return false;
        startedAt ??= clock.now();
        text += token;
        return true;
      }),
    fill: (token) =>
      inTurn(async () => {
        if (isLastWords || startedAt !== undefined || filled) return;
        const state = await conversations.state(connectionId);
        if (!isMine(state) || state?.customerSpeaksSince !== null) return;
        if (!(await send({ type: 'text', token, last: true, preemptible: true }))) return;
        const event = { kind: 'assistant_said', at: clock.now(), generation, text: token, filler: true } as const;
        // The answer may be waiting for its turn: it is not kept back for the log.
        filled = conversations.append(connectionId, event);
        filled.catch(() => undefined);
      }),
    beginLastWords() {
      isLastWords = true;
    },
    said: () => text.trim(),
    async record() {
      await filled;
      const said = text.trim();
      if (said === '' || startedAt === undefined) return;
      await conversations.append(connectionId, { kind: 'assistant_said', at: startedAt, generation, text: said });
    },
  };
}

/** Runs one after the other what is asked for at once. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  };
}
