import * as v from 'valibot';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ToolCaller, ToolDefinition } from '#shared/tools/tool.ts';

export interface WaitToolDeps {
  calls: { get(key: ToolCaller): Promise<{ connectionId: string | null } | undefined> };
  conversations: Pick<ConversationStore, 'getState' | 'recordWait'>;
  clock: Pick<Clock, 'now' | 'callMs'>;
}

const NAME = 'wait';
const SECONDS = { least: 5, usual: 60, most: 300 };
const ASKS_FOR_TIME = /\b(?:(?:give me|just) (?:a|one) (?:minute|moment|second)|hold on|one moment|please wait)\b/iu;

/** Models write numbers as texts, and leave them out. */
const Arguments = v.object({
  seconds: v.optional(
    v.pipe(
      v.union([v.number(), v.string()]),
      v.transform(Number),
      v.transform((seconds) => (Number.isFinite(seconds) ? seconds : SECONDS.usual)),
      v.toMinValue(SECONDS.least),
      v.toMaxValue(SECONDS.most),
    ),
    SECONDS.usual,
  ),
});

const Setting = v.object({ type: v.literal(NAME), data: v.object({ description: v.string() }) });
const USUAL = 'Only for a customer who has asked for time: to fetch something, or to talk to others.';

/** The customer asks for time: the assistant asks nothing until it is over, or they speak. */
export const waitTool: ToolDefinition<WaitToolDeps> = {
  name: NAME,
  parameters: {
    type: 'object',
    properties: {
      seconds: { type: 'number', description: `How long to wait in silence, ${SECONDS.least} to ${SECONDS.most}.` },
    },
    additionalProperties: false,
  },
  endsCall: false,
  completesAnswer: true,
  mayBeWritten: true,
  offer: ({ mode, assistantTools }) => {
    const own = assistantTools.find((tool) => v.is(Setting, tool));
    const when = own ? v.parse(Setting, own).data.description : USUAL;
    return { description: `Waits in silence. ${when}`, instructions: instructions[mode] };
  },
  rehearse: (words) => (ASKS_FOR_TIME.test(words) ? {} : undefined),
  async run(args, caller, { calls, conversations, clock }) {
    const { seconds } = v.parse(Arguments, args);
    const connectionId = (await calls.get(caller))?.connectionId ?? undefined;
    const state = connectionId === undefined ? undefined : await conversations.getState(connectionId);
    if (!state) return 'The call is over.';
    const now = clock.now();
    await conversations.recordWait(state.connectionId, state.generation, now + clock.callMs(seconds), now);
    return `The customer has ${seconds} seconds. Say nothing until they speak.`;
  },
};

const instructions: Record<EngineMode, string> = {
  pipeline: `If the customer asks you to wait, say in a few words that you do, and call the tool ${NAME} in the same answer.`,
  multimodal: `If the customer asks you to wait, say in a few words that you do, and then call the tool ${NAME}. Say nothing after it until they speak.`,
};
