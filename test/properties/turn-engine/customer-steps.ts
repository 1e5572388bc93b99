import { type Arbitrary, array, constant, constantFrom, integer, nat, oneof, record } from 'fast-check';
import type { HeldConversation } from '#test/properties/turn-engine/hold-conversation.ts';
import type { AnswerPart } from '#test/properties/turn-engine/scheduled-model.ts';

/** The next customer action, after a delay, and how many service tasks run after it. */
export type Step = { pass: number; tasks: number } & (
  | { kind: 'prompt'; words: number; copies: number; partials: number; after: number }
  | { kind: 'voice' | 'key' | 'play' | 'partial' | 'hang_up' | 'disconnect'; words: number }
  | { kind: 'timer'; copies: number }
);

const SHORTEST_UTTERANCE_MS = 700;
/** What the customer says comes when it is said, and the end of it was waited for; a slow line brings both at once. */
const after = constantFrom(SHORTEST_UTTERANCE_MS, 0);
const around = { pass: integer({ min: 1, max: 4000 }), tasks: integer({ min: 0, max: 25 }) };
const copies = oneof({ weight: 3, arbitrary: constant(1) }, { weight: 1, arbitrary: constant(2) });
const spoken = { words: integer({ min: 1, max: 5 }), copies, partials: nat(2), after };
const step: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: record({ ...around, kind: constant('prompt' as const), ...spoken }) },
  {
    weight: 4,
    arbitrary: record({ ...around, kind: constantFrom('voice' as const, 'partial' as const), words: nat(12) }),
  },
  { weight: 4, arbitrary: record({ ...around, kind: constantFrom('key' as const, 'play' as const), words: nat(20) }) },
  { weight: 2, arbitrary: record({ ...around, kind: constant('timer' as const), copies }) },
  { weight: 1, arbitrary: record({ ...around, kind: constant('hang_up' as const), words: nat(20) }) },
  { weight: 1, arbitrary: record({ ...around, kind: constant('disconnect' as const), words: nat(20) }) },
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
  const { settings, line } = held;
  switch (one.kind) {
    case 'prompt':
      return speak(one, held);
    case 'voice':
      held.hear('on');
      if (settings.stopsAtVoice) held.interrupt(one.words);
      return held.hear('off');
    case 'partial':
      if (settings.tellsPartialWords) held.partial(1 + (one.words % 4));
      return;
    case 'key':
      return held.press(String(one.words % 10), settings.stopsAtKey ? one.words : undefined);
    case 'play':
      return held.play(one.words);
    case 'timer':
      held.play();
      await held.ring(one.copies);
      return;
    case 'disconnect':
      return held.disconnect(one.words);
    case 'hang_up':
      return line.hangUp(one.words);
  }
}

function speak({ words, copies, partials, after }: Extract<Step, { kind: 'prompt' }>, held: HeldConversation): void {
  const { settings, line } = held;
  held.hear('on');
  if (settings.stopsAtVoice) held.interrupt(1);
  else if (!settings.tellsWordsOver && line.isSpeaking()) return held.hear('off');
  for (let partial = 1; partial <= partials; partial += 1) held.partial(Math.min(partial, words));
  held.pass(after);
  held.hear('off');
  held.prompt(words, copies);
}
