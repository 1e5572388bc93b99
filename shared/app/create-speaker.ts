import type { ConversationDeps } from '#shared/app/conversation-deps.ts';

/** Who has the word, and since when by count. */
export interface Word {
  connectionId: string;
  generation: number;
}

export interface Speaker {
  /** Sends a piece of speech; `last` closes the turn. False when the word has passed to somebody else, or the line is closed. */
  say(token: string, last: boolean): Promise<boolean>;
  /** Whether the next piece would be said. */
  hasTheWord(): Promise<boolean>;
  /** From here on the words are the last of the call: they are said although it is ending. */
  beginLastWords(): void;
  /** What was really sent. */
  said(): string;
  /** Writes what was sent into the log. */
  record(): Promise<void>;
}

/**
 * The assistant's voice for one generation. The generation is read again before every piece, so that nothing is said any
 * more once the customer has spoken, and one piece is on its way at a time, because two at once may arrive in any order.
 */
export function createSpeaker(
  { connectionId, generation }: Word,
  { conversations, socket, clock }: Pick<ConversationDeps, 'conversations' | 'socket' | 'clock'>,
): Speaker {
  let text = '';
  let startedAt: number | undefined;
  let isLastWords = false;
  const hasTheWord = async () => {
    if (isLastWords) return true;
    const state = await conversations.state(connectionId);
    return state !== undefined && state.generation === generation && state.endingAt === null;
  };
  return {
    hasTheWord,
    async say(token, last) {
      if (!(await hasTheWord())) return false;
      if ((await socket.send(connectionId, { type: 'text', token, last })) === 'gone') return false;
      startedAt ??= clock.now();
      text += token;
      return true;
    },
    beginLastWords() {
      isLastWords = true;
    },
    said: () => text.trim(),
    async record() {
      const said = text.trim();
      if (said === '' || startedAt === undefined) return;
      await conversations.append(connectionId, { kind: 'assistant_said', at: startedAt, generation, text: said });
    },
  };
}
