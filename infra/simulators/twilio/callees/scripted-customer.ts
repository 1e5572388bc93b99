import * as v from 'valibot';
import { ModelScript } from '#openai/model-script.ts';
import { NOISE_SECONDS, type CustomerPhone } from '#twilio/callees/customer-phone.ts';
import { MAX_LAST_WORDS, mailbox } from '#twilio/callees/standard-customers.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(600));

/** One step of a script. A customer who speaks or presses keys waits for the assistant to finish, unless `at_once`. */
export const Step = v.union([
  v.strictObject({ say: text, at_once: v.optional(v.boolean(), false) }),
  /** Speaks over the assistant, this number of seconds after the assistant has begun. */
  v.strictObject({ interrupt: text, after: v.optional(seconds, 1.2) }),
  /** Makes a sound without words over the assistant, this number of seconds after the assistant has begun. */
  v.strictObject({ noise: v.literal(true), after: v.optional(seconds, 1.2) }),
  /** With `after`, presses keys over the assistant. */
  v.strictObject({
    press: v.pipe(v.string(), v.regex(/^[0-9*#]{1,32}$/)),
    at_once: v.optional(v.boolean(), false),
    after: v.optional(seconds),
  }),
  v.strictObject({ listen: v.literal(true) }),
  v.strictObject({ wait: seconds }),
  /** Makes a sound without words immediately, also over the assistant. */
  v.strictObject({ sound: v.literal(true), lasts: v.optional(seconds, NOISE_SECONDS) }),
  /** The line returns the assistant's last words, also over its next ones. */
  v.strictObject({ echo: v.literal(true) }),
  /** Begins a sentence, of which the carrier tells the parts, and hangs up within it. */
  v.strictObject({ begins: text, after: v.optional(seconds, 2) }),
  /** What the carrier's detection says this number of seconds after the pick-up, wherever the step stands. */
  v.strictObject({
    verdict: v.picklist([
      'human',
      'machine_start',
      'machine_end_beep',
      'machine_end_silence',
      'machine_end_other',
      'fax',
      'unknown',
    ]),
    at: v.optional(seconds, 4),
  }),
  /** With `after`, hangs up over the assistant. */
  v.strictObject({ hang_up: v.literal(true), after: v.optional(seconds) }),
]);
export type Step = v.InferOutput<typeof Step>;

const phoneNumber = v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/));

/** The customer of a number from now on, instead of the standard one. */
export const ScriptedCallee = v.strictObject({
  number: phoneNumber,
  picks_up: v.optional(v.picklist(['person', 'voicemail', 'none', 'busy']), 'person'),
  script: v.optional(v.array(Step), []),
  /** What a mailbox says, and whether it beeps after it. */
  greeting: v.optional(text),
  beep: v.optional(v.boolean(), true),
  /** After the script: listen until the assistant is silent and hang up, or stay on the line without a word. */
  afterwards: v.optional(v.picklist(['hang_up', 'stay']), 'hang_up'),
  /** Instead of a script: the number of the simulated customer who has this number, too. */
  behaves_as: v.optional(phoneNumber),
  /** Instead of a script: a URL that is asked what to say each time that the assistant has finished. */
  asks: v.optional(v.pipe(v.string(), v.url())),
  /** What a speech model answers in the calls of this number. */
  speech_model: v.optional(ModelScript),
});
export type ScriptedCallee = v.InferOutput<typeof ScriptedCallee>;

/** The answer of the URL in `asks`. */
const CustomerReply = v.object({ say: v.optional(text), hang_up: v.optional(v.boolean(), false) });

/** Seconds of silence after which a customer with nothing more to say hangs up. */
const LAST_PATIENCE_SECONDS = 10;

/** The behaviour of a scripted customer. */
export function behaviourOfScript(callee: ScriptedCallee): (phone: CustomerPhone) => Promise<void> {
  if (callee.picks_up === 'voicemail') return mailbox(callee);
  const { asks } = callee;
  return async (phone) => {
    await phone.waitForConnection();
    if (asks === undefined) for (const step of callee.script) await runStep(step, phone);
    else await followPrompts(asks, phone);
    if (callee.afterwards === 'hang_up') await listenAndHangUp(phone);
  };
}

async function runStep(step: Step, phone: CustomerPhone): Promise<void> {
  if ('say' in step) {
    if (!step.at_once) await phone.listen();
    await phone.say(step.say);
  } else if ('interrupt' in step) {
    await overSpeech(step.after, phone, async () => {
      await phone.say(step.interrupt);
      phone.discardSpeech();
    });
  } else if ('press' in step) {
    await pressKeys(step, phone);
  } else if ('begins' in step) {
    await phone.listen();
    await phone.say(step.begins, step.after);
    phone.hangUp();
  } else {
    await runStepWithoutWords(step, phone);
  }
}

async function runStepWithoutWords(step: Step, phone: CustomerPhone): Promise<void> {
  if ('noise' in step) {
    await overSpeech(step.after, phone, async () => {
      await phone.makeNoise();
      phone.discardSpeech();
    });
  } else if ('wait' in step) {
    await phone.wait(step.wait);
  } else if ('sound' in step) {
    await phone.makeNoise(step.lasts);
  } else if ('echo' in step) {
    await returnWords(phone);
  } else if ('listen' in step) {
    await phone.listen();
  } else if ('hang_up' in step) {
    if (step.after === undefined) phone.hangUp();
    else await overSpeech(step.after, phone, async () => phone.hangUp());
  }
  // The carrier's detection runs beside the script.
}

async function pressKeys({ press, at_once: isAtOnce, after }: Extract<Step, { press: string }>, phone: CustomerPhone) {
  if (after !== undefined) {
    return overSpeech(after, phone, async () => {
      await phone.press(press);
      phone.discardSpeech();
    });
  }
  if (!isAtOnce) await phone.listen();
  await phone.press(press);
}

const ECHOED_WORDS = 8;

async function returnWords(phone: CustomerPhone): Promise<void> {
  const words = (await phone.waitForWords()).split(/\s+/).slice(-ECHOED_WORDS);
  if (words.join('') !== '') await phone.say(words.join(' '));
}

/** Waits for the next speech if the assistant is silent again when the time has come. */
async function overSpeech(after: number, phone: CustomerPhone, act: () => Promise<void>): Promise<void> {
  while (await phone.waitForSpeech()) {
    await phone.wait(after);
    if (phone.isAssistantSpeaking()) return act();
  }
}

async function followPrompts(url: string, phone: CustomerPhone): Promise<void> {
  for (;;) {
    const heard = await phone.listen();
    const reply = await askCustomer(url, { number: phone.number, heard });
    if (!reply) return;
    if (reply.say !== undefined) await phone.say(reply.say);
    if (reply.hang_up) return;
  }
}

/** A customer whose program is gone, or answers nonsense, says nothing more and hangs up. It must not end the simulator. */
async function askCustomer(url: string, question: { number: string; heard: string }) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
    return v.parse(CustomerReply, await response.json());
  } catch {
    return undefined;
  }
}

async function listenAndHangUp(phone: CustomerPhone): Promise<void> {
  for (let words = 0; words < MAX_LAST_WORDS; words += 1) {
    if ((await phone.listen(phone.patience(LAST_PATIENCE_SECONDS))) === '') break;
  }
  phone.hangUp();
}
