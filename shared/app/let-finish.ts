import type { Clock } from '#shared/ports/clock.ts';
import type { WaitDeps } from '#shared/app/when-open.ts';
import type { ConversationState } from '#shared/domain/conversation/conversation.ts';

export interface LetFinishDeps extends WaitDeps {
  clock: Clock;
}

/** Whoever draws breath and goes on is through after some seconds, and their words come then; a cough brings none. */
const LONGEST_SECONDS = 3;
const STEP_SECONDS = 0.1;

/**
 * The customer may go on speaking while an answer to their first words is being made: it is kept back, so that what they
 * add within a breath is one turn with what they said before. Gives the state in which the answer may begin, or may not.
 */
export function letFinish({ conversations, pause, clock }: LetFinishDeps) {
  return async (state: ConversationState): Promise<ConversationState | undefined> => {
    let now: ConversationState | undefined = state;
    for (let step = 0; step < LONGEST_SECONDS / STEP_SECONDS; step += 1) {
      const goesOn: boolean = now !== undefined && now.customerSpeaksSince !== null;
      if (!goesOn || now?.generation !== state.generation) return now;
      await pause(clock.callMs(STEP_SECONDS));
      now = await conversations.state(state.connectionId);
    }
    return now;
  };
}
