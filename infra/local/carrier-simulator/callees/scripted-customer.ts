import * as v from 'valibot';
import type { Line } from '#infra/local/carrier-simulator/callees/customer-phone.ts';
import { takeAMessage } from '#infra/local/carrier-simulator/callees/standard-customers.ts';

const words = v.pipe(v.string(), v.trim(), v.nonEmpty());
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(600));

/** One thing that a scripted customer does. Who speaks or presses keys waits for the assistant to finish, unless `at_once`. */
export const Step = v.union([
  v.strictObject({ say: words, at_once: v.optional(v.boolean(), false) }),
  /** Speaks over the assistant, so many seconds after it has begun. */
  v.strictObject({ interrupt: words, after: v.optional(seconds, 1.2) }),
  v.strictObject({ press: v.pipe(v.string(), v.regex(/^[0-9*#]{1,32}$/)), at_once: v.optional(v.boolean(), false) }),
  v.strictObject({ listen: v.literal(true) }),
  v.strictObject({ wait: seconds }),
  v.strictObject({ hang_up: v.literal(true) }),
]);
export type Step = v.InferOutput<typeof Step>;

/** What a number does from now on, in the place of what numbers like it do. */
export const ScriptedCallee = v.strictObject({
  number: v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/)),
  picks_up: v.optional(v.picklist(['person', 'voicemail', 'nobody', 'busy']), 'person'),
  script: v.optional(v.array(Step), []),
  /** After the script: listen until the assistant is silent and hang up, or stay on the line without a word. */
  afterwards: v.optional(v.picklist(['hang_up', 'stay']), 'hang_up'),
  /** Instead of a script: asked what to say, each time that the assistant has finished. */
  asks: v.optional(v.pipe(v.string(), v.url())),
});
export type ScriptedCallee = v.InferOutput<typeof ScriptedCallee>;

/** What `asks` answers: words to say, or nothing, and whether to hang up after them. */
const Prompting = v.object({ say: v.optional(words), hang_up: v.optional(v.boolean(), false) });

/** Seconds of silence after which a customer with nothing more to say hangs up. */
const LAST_PATIENCE_SECONDS = 10;
const MAX_LAST_WORDS = 4;

/** What a scripted customer does on the line. */
export function actOf(callee: ScriptedCallee): (line: Line) => Promise<void> {
  if (callee.picks_up === 'voicemail') return takeAMessage;
  const { asks } = callee;
  return async (line) => {
    await line.connected();
    if (asks === undefined) for (const step of callee.script) await take(step, line);
    else await takePromptings(asks, line);
    if (callee.afterwards === 'hang_up') await leave(line);
  };
}

async function take(step: Step, line: Line): Promise<void> {
  if ('say' in step) {
    if (!step.at_once) await line.listen();
    await line.say(step.say);
  } else if ('interrupt' in step) {
    await interrupt(step, line);
  } else if ('press' in step) {
    if (!step.at_once) await line.listen();
    await line.press(step.press);
  } else if ('wait' in step) {
    await line.wait(step.wait);
  } else if ('listen' in step) {
    await line.listen();
  } else {
    line.hangUp();
  }
}

/** Words that are over before it comes to the interruption are let pass. */
async function interrupt({ interrupt: text, after }: Extract<Step, { interrupt: string }>, line: Line): Promise<void> {
  while (await line.speechBegins()) {
    await line.wait(after);
    if (!line.assistantSpeaks) continue;
    await line.say(text);
    line.ignore();
    return;
  }
}

async function takePromptings(url: string, line: Line): Promise<void> {
  for (;;) {
    const heard = await line.listen();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: line.number, heard }),
    });
    const { say, hang_up: hangsUp } = v.parse(Prompting, await response.json());
    if (say !== undefined) await line.say(say);
    if (hangsUp) return;
  }
}

async function leave(line: Line): Promise<void> {
  for (let words = 0; words < MAX_LAST_WORDS; words += 1) {
    if ((await line.listen(line.patience(LAST_PATIENCE_SECONDS))) === '') break;
  }
  line.hangUp();
}
