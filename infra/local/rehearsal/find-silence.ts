import * as v from 'valibot';

const Entry = v.object({ callSeconds: v.number(), type: v.string(), data: v.record(v.string(), v.unknown()) });
const Calls = v.object({ calls: v.array(v.object({ timeline: v.array(Entry) })) });
const Speech = v.object({ who: v.literal('customer'), text: v.string() });
const Frame = v.object({ from: v.literal('carrier'), frame: v.record(v.string(), v.unknown()) });

export interface Silences {
  /** Call seconds: the longest that the customer waited for the assistant's voice. */
  longest: number;
  /** Call seconds from each last word of the customer to the prompt. */
  endpointing: number[];
}

/** The simulated voices of both sides. */
const CHARACTERS_PER_SECOND = 14;
/** Of the simulated customer. */
const NOISE_SECONDS = 0.4;
/** A longer silence of both is the customer's: the assistant has finished, and asks for them later. */
const LONGEST_WAIT_SECONDS = 9;

/**
 * Finds the silences in which the customer waits: from their last word, or from the end of the assistant's voice, to its next sound. The
 * assistant's silence before the customer speaks does not count.
 */
export function findSilences(simulatorAnswer: unknown): Silences {
  const timeline = v.parse(Calls, simulatorAnswer).calls.flatMap((call) => call.timeline);
  let quietSince: { at: number; who: 'assistant' | 'customer' } | undefined;
  let longest = 0;
  const endpointing: number[] = [];
  for (const { callSeconds: at, type, data } of timeline) {
    if (type === 'key' || type === 'noise') {
      quietSince = { at: type === 'key' ? at : at + NOISE_SECONDS, who: 'customer' };
      continue;
    }
    if (v.is(Speech, data)) {
      quietSince = { at, who: 'customer' };
      continue;
    }
    const frame = v.is(Frame, data) ? data.frame : {};
    if (frame['type'] === 'prompt' && frame['last'] === true && quietSince?.who === 'customer') {
      endpointing.push(at - quietSince.at);
    }
    if (frame['name'] !== 'tokensPlayed') continue;
    const beganAt = at - String(frame['value']).length / CHARACTERS_PER_SECOND;
    const silence = quietSince === undefined ? 0 : beganAt - quietSince.at;
    if (quietSince?.who === 'customer' || silence < LONGEST_WAIT_SECONDS) longest = Math.max(longest, silence);
    quietSince = { at, who: 'assistant' };
  }
  return { longest, endpointing };
}
