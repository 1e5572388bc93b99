import type { ConversationEvent, ConversationState } from '#shared/conversations/conversation-items.ts';
import { countWords, type Conversation, type ConversationStore } from '#shared/conversations/conversation.ts';

interface Stored extends Conversation {
  heardAt: number;
  /** The moment and the words that were heard last. */
  heardLast: string;
  voiceAt: number;
  /** The last interruption, and the generation that it cut. */
  cut?: { name: string; generation: number };
}

export function createMemoryConversationStore(): ConversationStore {
  const memory = createMemory();
  const { conversations, write, change, read } = memory;
  return {
    async open(state, script) {
      if (conversations.has(state.connectionId)) return;
      conversations.set(
        state.connectionId,
        structuredClone({ state, script, events: [], heardAt: 0, heardLast: '', voiceAt: 0 }),
      );
    },
    getState: async (connectionId) => structuredClone(conversations.get(connectionId)?.state),
    read: async (connectionId) => read(connectionId),
    async readRecent(connectionId) {
      const conversation = read(connectionId);
      return conversation && { state: conversation.state, events: conversation.events.toReversed().slice(0, 4) };
    },
    recordCustomerTurn: recordingOf(memory),
    ...heldOf(memory),
    async recordInterruption(connectionId, heard, at) {
      const name = `${at} ${heard}`;
      const changed = change(connectionId, (stored) => {
        if (stored.heardAt >= at || stored.cut?.name === name) return false;
        stored.cut = { name, generation: stored.state.generation };
        stored.state.generation += 1;
        stored.state.silentSince = at;
        stored.state.cutAt = at;
        stored.state.customerSpeaksSince = at;
        return true;
      });
      const stored = conversations.get(connectionId);
      const state = changed ?? stored?.state;
      if (!state) return undefined;
      const known = stored?.cut?.name === name ? stored.cut.generation : undefined;
      write(connectionId, { kind: 'interrupted', at, generation: known ?? Math.max(0, state.generation - 1), heard });
      return structuredClone(state);
    },
    ...floorOf(memory),
    ...silenceOf(memory),
    remove: async (connectionId) => void conversations.delete(connectionId),
    appendEvent: async (connectionId, event) => write(connectionId, structuredClone(event)),
    reopen: async (connectionId, endingAt, generation) =>
      change(connectionId, ({ state }) => {
        if (state.endingAt !== endingAt || !state.mayReopen || state.generation !== generation) return false;
        Object.assign(state, { endingAt: null, mayReopen: false, handOver: null, silentSince: null });
        return true;
      }),
    beginEnding: async (connectionId, at, { generation, tool, mayReopen = false, handOver } = {}) =>
      change(connectionId, ({ state }) => {
        if (state.endingAt !== null || (generation ?? state.generation) !== state.generation) return false;
        state.endingAt = at;
        state.mayReopen = mayReopen;
        if (tool) state.endingTool = tool;
        if (handOver) state.handOver = handOver;
        return true;
      }) !== undefined,
  };
}

const recordingOf =
  ({ conversations, write, change, read }: ReturnType<typeof createMemory>): ConversationStore['recordCustomerTurn'] =>
  async (connectionId, text, at, heardAt = at) => {
    write(connectionId, { kind: 'customer_said', at, text });
    const words = `${at} ${text}`;
    if (conversations.get(connectionId)?.heardLast === words) return 'repeated';
    const isTurn = change(connectionId, (stored) => {
      const { state } = stored;
      stored.heardLast = words;
      state.begun = null;
      state.waitsUntil = null;
      const isWhole = state.generation === 0 && state.isGreetingWhole;
      if (state.speakingSince !== null && (isWhole || state.wordsToInterrupt > countWords(text))) {
        Object.assign(state, { heldAt: at, customerSpeaksSince: null });
        return false;
      }
      state.generation += 1;
      state.silentSince = null;
      state.customerSpeaksSince = null;
      state.cutAt = null;
      stored.heardAt = heardAt;
      return true;
    });
    return isTurn || !conversations.has(connectionId) ? read(connectionId) : 'held';
  };

const heldOf = ({
  change,
  read,
}: ReturnType<typeof createMemory>): Pick<ConversationStore, 'answerHeld' | 'dropHeld'> => ({
  async answerHeld(connectionId, heldAt, heardAt) {
    const isTurn = change(connectionId, (stored) => {
      const { state } = stored;
      if (state.heldAt !== heldAt || state.endingAt !== null) return false;
      state.generation += 1;
      const ended = { silentSince: null, customerSpeaksSince: null, cutAt: null, speakingSince: null, heldAt: null };
      Object.assign(state, ended);
      stored.heardAt = heardAt;
      return true;
    });
    return isTurn && read(connectionId);
  },
  async dropHeld(connectionId, heldAt) {
    change(connectionId, ({ state }) => {
      if (state.heldAt !== heldAt) return false;
      state.heldAt = null;
      return true;
    });
  },
});

const floorOf = ({ change }: ReturnType<typeof createMemory>): Pick<ConversationStore, 'yieldFloor' | 'takeFloor'> => ({
  yieldFloor: async (connectionId, at) =>
    change(connectionId, ({ state, heardAt }) => {
      const isWhole = state.generation === 0 && state.isGreetingWhole;
      if (isWhole || state.speakingSince === null || heardAt >= at || state.endingAt !== null) return false;
      state.generation += 1;
      state.speakingSince = null;
      return true;
    }),
  takeFloor: async (connectionId, generation, purpose = 'reprompt', silentSince) =>
    change(connectionId, ({ state }) => {
      if (state.generation !== generation || state.endingAt !== null) return false;
      state.generation += 1;
      if (purpose === 'reprompt') state.nudgedGeneration = state.generation;
      else state.cutAt = null;
      state.silentSince = silentSince ?? state.silentSince;
      return true;
    }),
});

const silenceOf = ({
  conversations,
  change,
}: ReturnType<typeof createMemory>): Pick<
  ConversationStore,
  | 'recordPlayback'
  | 'recordQuiet'
  | 'recordSpeechStart'
  | 'recordSpeechEnd'
  | 'recordWordless'
  | 'recordBegun'
  | 'recordVerdict'
  | 'recordHold'
  | 'recordWait'
  | 'recordKey'
  | 'takeKeys'
> => ({
  recordSpeechStart: async (connectionId, at) =>
    change(connectionId, ({ state, heardAt }) => {
      if (heardAt >= at || (state.customerSpeaksSince ?? 0) >= at) return false;
      state.customerSpeaksSince = at;
      return true;
    }),
  recordPlayback: async (connectionId, voice, at) =>
    change(connectionId, (stored) => {
      const { state, voiceAt, heardAt } = stored;
      const isNews = (voice === 'began' ? voiceAt < at : voiceAt <= at) && heardAt <= at;
      if (!isNews || (state.generation > 0 && state.nudgedGeneration === state.generation)) return false;
      state.silentSince = voice === 'began' ? null : at;
      state.speakingSince = voice === 'began' ? at : null;
      stored.voiceAt = at;
      return true;
    }),
  recordQuiet: async (connectionId, at) =>
    change(connectionId, (stored) => {
      if (stored.voiceAt > at || stored.state.speakingSince === null) return false;
      stored.state.speakingSince = null;
      stored.voiceAt = at;
      return true;
    }),
  recordSpeechEnd: async (connectionId, at) =>
    change(connectionId, ({ state }) => {
      const { cutAt, customerSpeaksSince } = state;
      if (cutAt === null || cutAt > at || customerSpeaksSince === null || customerSpeaksSince > at) return false;
      state.cutAt = at;
      state.customerSpeaksSince = null;
      return true;
    }),
  recordWordless: async (connectionId, at) =>
    change(connectionId, ({ state }) => {
      if (state.customerSpeaksSince === null || state.customerSpeaksSince > at) return false;
      state.customerSpeaksSince = null;
      return true;
    }),
  recordVerdict: async (connectionId, verdict) =>
    change(connectionId, ({ state }) => {
      state.verdict = verdict;
      return true;
    }),
  async recordWait(connectionId, generation, until, since) {
    change(connectionId, ({ state }) => {
      if (state.generation !== generation) return false;
      state.waitsUntil = until;
      state.waitsSince = since;
      return true;
    });
  },
  recordHold: async (connectionId, since) =>
    change(connectionId, ({ state }) => {
      if (state.endingAt !== null || (since === null) === (state.onHoldSince === null)) return false;
      state.onHoldSince = since;
      return true;
    }) !== undefined,
  async recordBegun(connectionId, text, at) {
    change(connectionId, ({ state, heardAt }) => {
      if (heardAt >= at) return false;
      state.begun = { at, text };
      return true;
    });
  },
  recordKey: async (connectionId, digit, at) =>
    change(connectionId, ({ state }) => {
      state.pendingKeys.push({ at, digit });
      return true;
    }),
  takeKeys: async (connectionId, until) => {
    const pending = conversations.get(connectionId)?.state.pendingKeys ?? [];
    const taken = pending.filter(({ at }) => at <= until);
    for (const key of taken) pending.splice(pending.indexOf(key), 1);
    return taken;
  },
});

function createMemory() {
  const conversations = new Map<string, Stored>();
  /** Apart from the conversations, because words may come in before their conversation is open. */
  const logs = new Map<string, ConversationEvent[]>();
  return {
    conversations,
    /** Writes the same event once. */
    write: (connectionId: string, event: ConversationEvent): void => {
      const log = logs.get(connectionId) ?? [];
      if (log.some((other) => JSON.stringify(other) === JSON.stringify(event))) return;
      logs.set(
        connectionId,
        [...log, event].toSorted((one, other) => one.at - other.at),
      );
    },
    /** The state after the change; undefined when `apply` refuses by `false`, or there is no such conversation. */
    change: (connectionId: string, apply: (stored: Stored) => boolean): ConversationState | undefined => {
      const stored = conversations.get(connectionId);
      if (!stored || !apply(stored)) return undefined;
      return structuredClone(stored.state);
    },
    read: (connectionId: string): Conversation | undefined => {
      const stored = conversations.get(connectionId);
      if (!stored) return undefined;
      const { state, script } = stored;
      return structuredClone({ state, script, events: logs.get(connectionId) ?? [] });
    },
  };
}
