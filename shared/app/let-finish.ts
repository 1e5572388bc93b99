import type { WaitDeps } from '#shared/app/when-open.ts';
import type { ConversationState } from '#shared/domain/conversation/conversation.ts';

export interface LetFinishDeps extends WaitDeps {
  /** Call seconds per second on the wall. */
  callTimeSpeed: number;
}

/** Whoever draws breath and goes on is through after some seconds, and their words come then; a cough brings none. */
const LONGEST_CALL_MS = 3_000;
const STEP_CALL_MS = 100;

/**
 * The customer may go on speaking while an answer to their first words is being made: it is kept back, so that what they
 * add within a breath is one turn with what they said before. Gives the state in which the answer may begin, or may not.
 */
export function letFinish({ conversations, pause, callTimeSpeed }: LetFinishDeps) {
  return async (state: ConversationState): Promise<ConversationState | undefined> => {
    let now: ConversationState | undefined = state;
    for (let waited = 0; waited < LONGEST_CALL_MS; waited += STEP_CALL_MS) {
      const goesOn: boolean = now !== undefined && now.customerSpeaksSince !== null;
      if (!goesOn || now?.generation !== state.generation) return now;
      await pause(STEP_CALL_MS / callTimeSpeed);
      now = await conversations.state(state.connectionId);
    }
    return now;
  };
}
