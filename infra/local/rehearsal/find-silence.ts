import { CHARACTERS_PER_SECOND } from '@ringback/simulators/line/call-clock.ts';
import { NOISE_SECONDS } from '@ringback/simulators/twilio/callees/customer-phone.ts';
import * as v from 'valibot';

const Entry = v.object({
  at: v.number(),
  callSeconds: v.number(),
  type: v.string(),
  data: v.record(v.string(), v.unknown()),
});
const Calls = v.object({ calls: v.array(v.object({ timeline: v.array(Entry) })) });
const Speech = v.object({ who: v.literal('customer'), text: v.string() });
const Frame = v.object({ from: v.literal('carrier'), frame: v.record(v.string(), v.unknown()) });
type Entry = v.InferOutput<typeof Entry>;

export interface Silences {
  /** Call seconds: the longest that the customer waited for the assistant's voice, less what the machine took of it. */
  longest: number;
  /** Call seconds by which the machine delayed the end of that wait, and which do not count. */
  machine: number;
  /** Call seconds from each last word of the customer to the prompt. */
  endpointing: number[];
}

/** A longer silence of both is the customer's: the assistant has finished, and asks for them later. */
const LONGEST_WAIT_SECONDS = 9;

/**
 * Finds the silences in which the customer waits: from their last word, or from the end of the assistant's voice, to its next sound. The
 * assistant's silence before the customer speaks does not count, nor what follows a reprompt until they do.
 * @param machineSeconds the longest delay by the machine between two times, epoch milliseconds, in call seconds
 */
export function findSilences(
  simulatorAnswer: unknown,
  machineSeconds: (from: number, to: number) => number = () => 0,
): Silences {
  const timeline = v.parse(Calls, simulatorAnswer).calls.flatMap((call) => call.timeline);
  let quietSince: (Pick<Entry, 'at' | 'callSeconds'> & { who: 'assistant' | 'customer' | 'reprompted' }) | undefined;
  let voiceOnAt: number | undefined;
  let worst = { longest: 0, machine: 0 };
  const endpointing: number[] = [];
  for (const entry of timeline) {
    const { at, callSeconds, type, data } = entry;
    if (isSound(entry)) {
      quietSince = { at, callSeconds: callSeconds + (type === 'noise' ? NOISE_SECONDS : 0), who: 'customer' };
      continue;
    }
    const frame = v.is(Frame, data) ? data.frame : {};
    if (frame['type'] === 'prompt' && frame['last'] === true && quietSince?.who === 'customer') {
      endpointing.push(callSeconds - quietSince.callSeconds);
    }
    if (frame['name'] === 'agentSpeaking' && frame['value'] === 'on') voiceOnAt = callSeconds;
    if (frame['name'] !== 'tokensPlayed') continue;
    const beganAt = voiceOnAt ?? callSeconds - String(frame['value']).length / CHARACTERS_PER_SECOND;
    voiceOnAt = undefined;
    const silence = quietSince === undefined ? 0 : beganAt - quietSince.callSeconds;
    const isCustomers = quietSince?.who !== 'customer' && silence >= LONGEST_WAIT_SECONDS;
    if (quietSince && !isCustomers && quietSince.who !== 'reprompted') {
      const machine = Math.min(silence, machineSeconds(quietSince.at, at));
      if (silence - machine > worst.longest) worst = { longest: silence - machine, machine };
    }
    quietSince = { at, callSeconds, who: isCustomers || quietSince?.who === 'reprompted' ? 'reprompted' : 'assistant' };
  }
  return { ...worst, endpointing };
}

/** A word, a key or a noise of the customer. */
function isSound({ type, data }: Entry): boolean {
  return type === 'key' || type === 'noise' || v.is(Speech, data);
}
