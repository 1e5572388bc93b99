import type { CallKey } from '#shared/calls/call.ts';
import type { AnswerCustomerDeps } from '#shared/conversations/answer-customer.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { fillSilence } from '#shared/conversations/fillers.ts';
import { createSpeechSender } from '#shared/conversations/speech-sender.ts';
import { endOfSpeech, LONGEST_TURN_MS, openTurnSince } from '#shared/conversations/transcript.ts';
import type { OutsideTool } from '#shared/tools/outside-tool.ts';

const STEP_MS = 500;
/** For a tool of 30 s. */
const MOST_LOOKS = 80;

/** Of the newest connection: that of the turn may be lost. */
export async function currentConversation(key: CallKey, { calls, conversations }: AnswerCustomerDeps) {
  const call = await calls.get(key);
  return call?.connectionId ? conversations.read(call.connectionId) : undefined;
}

/** The run of a turn that is open for longer was killed. */
export function isTurnOpen(conversation: Conversation, { clock }: AnswerCustomerDeps): boolean {
  const since = openTurnSince(conversation);
  return since !== undefined && clock.now() - since < LONGEST_TURN_MS;
}

/** Says that the customer waits, in whatever turn the call is by then, but not beside a turn that speaks for itself. */
export function keepLineAlive(call: CallKey, tools: readonly OutsideTool[], deps: AnswerCustomerDeps) {
  const line: { isOver: boolean; generation?: number; endFiller?: () => void } = { isOver: false };
  const look = async (looks: number): Promise<void> => {
    const conversation = await currentConversation(call, deps);
    if (line.isOver) return;
    const isFree = conversation && conversation.state.endingAt === null && !isTurnOpen(conversation, deps);
    if (conversation && isFree && conversation.state.generation !== line.generation) {
      line.generation = conversation.state.generation;
      line.endFiller?.();
      line.endFiller = fillFor(conversation, tools, deps);
    }
    await deps.pause(STEP_MS);
    if (looks < MOST_LOOKS) await look(looks + 1);
  };
  // Phrases that fail must not fail the tool.
  look(1).catch(() => undefined);
  return {
    end() {
      line.isOver = true;
      line.endFiller?.();
    },
  };
}

function fillFor(conversation: Conversation, tools: readonly OutsideTool[], deps: AnswerCustomerDeps): () => void {
  const { state, script } = conversation;
  const speechSender = createSpeechSender(state, deps, { locale: script.locale });
  const quietAt = endOfSpeech(conversation, { msPerCallSecond: deps.clock.callMs(1) });
  const since = Math.max(deps.clock.now(), quietAt);
  const filler = fillSilence({ conversation, text: '', since, speechSender }, deps);
  filler.whileToolsRun(tools.map((tool) => ({ waitMessage: tool.waitMessage, isSlow: () => false })));
  return () => filler.end();
}
