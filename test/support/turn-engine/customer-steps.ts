import { type Arbitrary, array, constant, constantFrom, integer, nat, oneof, record } from 'fast-check';
import type { HeldConversation } from '#test/support/turn-engine/hold-conversation.ts';
import type { AnswerPart } from '#test/support/turn-engine/scheduled-model.ts';

/** What happens next at the customer's end, so long after what was before; then so many tasks of the service go on. */
export type Step = { pass: number; tasks: number } & (
  | { kind: 'prompt'; copies: number; partials: number; after: number }
  | { kind: 'interrupt'; words: number }
  | { kind: 'dtmf' | 'play' | 'hang_up' }
  | { kind: 'timer'; copies: number }
);

const SHORTEST_UTTERANCE_MS = 700;
/** What the customer says comes when it is said, and the end of it was waited for; a slow line brings both at once. */
const after = constantFrom(SHORTEST_UTTERANCE_MS, 0);
const around = { pass: integer({ min: 1, max: 4000 }), tasks: integer({ min: 0, max: 25 }) };
const copies = oneof({ weight: 3, arbitrary: constant(1) }, { weight: 1, arbitrary: constant(2) });
const step: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: record({ ...around, kind: constant('prompt' as const), copies, partials: nat(2), after }) },
  { weight: 4, arbitrary: record({ ...around, kind: constant('interrupt' as const), words: nat(12) }) },
  { weight: 4, arbitrary: record({ ...around, kind: constantFrom('dtmf' as const, 'play' as const) }) },
  { weight: 2, arbitrary: record({ ...around, kind: constant('timer' as const), copies }) },
  { weight: 1, arbitrary: record({ ...around, kind: constant('hang_up' as const) }) },
);
export const steps = array(step, { minLength: 1, maxLength: 12 });

const answerPart: Arbitrary<AnswerPart> = oneof(
  { weight: 8, arbitrary: integer({ min: 1, max: 12 }) },
  { weight: 1, arbitrary: constant('end_call' as const) },
  { weight: 1, arbitrary: constant('do_not_call' as const) },
  { weight: 1, arbitrary: constant('fail' as const) },
);
export const answers = array(array(answerPart, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

export async function act(one: Step, held: HeldConversation): Promise<void> {
  switch (one.kind) {
    case 'prompt':
      held.interrupt(1);
      held.pass(one.after);
      return held.prompt(one.copies, one.partials);
    case 'interrupt':
      return held.interrupt(one.words);
    case 'dtmf':
      return held.send({ type: 'dtmf', digit: '5' });
    case 'play':
      return held.play();
    case 'timer':
      held.play();
      await held.ring(one.copies);
      return;
    case 'hang_up':
      return held.line.hangUp();
  }
}
