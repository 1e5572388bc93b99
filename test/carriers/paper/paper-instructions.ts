import { callReference, createConnectionToken } from '#shared/calls/call-token.ts';
import type { CallInstructions } from '#shared/calls/carrier.ts';
import { paperCallUrl } from '#test/carriers/paper/paper-api.ts';

interface PaperInstructionsOptions {
  publicUrl: string;
  socketUrl: string;
  tokenKey: () => Promise<string>;
}

/** What paper does next with a call: one JSON document. */
export function createPaperInstructions({
  publicUrl,
  socketUrl,
  tokenKey,
}: PaperInstructionsOptions): CallInstructions {
  return {
    connectConversation: async ({ key, carrierCallId, connectionNumber, assistant, greeting, language }) =>
      JSON.stringify({
        do: 'talk',
        socket: socketUrl,
        first: greeting,
        tongue: language.locale,
        // The tape of the first connection goes on.
        tape: assistant.record && connectionNumber === 0,
        pass: `${callReference(key)} ${createConnectionToken(await tokenKey(), { key, carrierCallId, connectionNumber })}`,
        letters: paperCallUrl(publicUrl, key),
      }),
    hangUp: () => JSON.stringify({ do: 'cut' }),
    canSay: () => false,
    sayGoodbye: () => JSON.stringify({ do: 'cut' }),
    dialHuman: ({ to, callerId }) => JSON.stringify({ do: 'join', to, from: callerId }),
    announceToHuman: ({ text }) => JSON.stringify({ do: 'ask', words: text }),
    bridge: () => JSON.stringify({ do: 'join' }),
    reject: (reason) => JSON.stringify({ do: 'return', as: reason }),
  };
}
