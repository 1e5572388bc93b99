import * as v from 'valibot';
import type { ModelTurn } from '#test/bench/voice/model-server.ts';

/** A call as the carrier simulator tells it: the frames that passed, each with the moment at which it passed. */
export const SimulatedCall = v.object({
  to: v.string(),
  finished: v.boolean(),
  timeline: v.array(v.object({ at: v.number(), type: v.string(), data: v.record(v.string(), v.unknown()) })),
});
export type SimulatedCall = v.InferOutput<typeof SimulatedCall>;

const Frame = v.object({
  from: v.picklist(['carrier', 'service']),
  frame: v.looseObject({ type: v.string(), last: v.optional(v.boolean()), token: v.optional(v.string()) }),
});

export interface CallReading {
  /** Of each turn: milliseconds from the prompt to the first text, less the time until the model's first token. */
  ourShare: number[];
  /** Text frames between an interruption and the customer's next words, of each interruption. */
  framesAfterInterrupt: number[];
  /** Turns whose texts are not the beginning of what the model said. */
  orderViolations: number;
}

/** What one call shows of the quickness of its turns. `turns` are the model's turns of this call, in order. */
export function readCall(call: SimulatedCall, turns: ModelTurn[]): CallReading {
  const reading: CallReading = { ourShare: [], framesAfterInterrupt: [], orderViolations: 0 };
  for (const { kind, at, texts } of exchangesOf(call)) {
    if (kind === 'interrupt') reading.framesAfterInterrupt.push(texts.length);
    const [first] = texts;
    if (kind !== 'prompt' || !first) continue;
    const turn = turns.findLast(({ askedAt }) => askedAt >= at - 1 && askedAt <= first.at + 1);
    // A fixed phrase: the silence was broken, or the model took too long.
    if (!turn || !isOf(turn, first.token)) continue;
    reading.ourShare.push(first.at - at - ((turn.tokens[0]?.at ?? turn.askedAt) - turn.askedAt));
    const said = squeeze(texts.map(({ token }) => token).join(''));
    if (!squeeze(turn.text).startsWith(said)) reading.orderViolations += 1;
  }
  return reading;
}

const isOf = (turn: ModelTurn, token: string) => squeeze(turn.text).startsWith(squeeze(token));

/** The texts that followed each prompt and each interruption, up to the next of either. */
function exchangesOf({ timeline }: SimulatedCall) {
  const found: Array<{ kind: 'prompt' | 'interrupt'; at: number; texts: Array<{ at: number; token: string }> }> = [];
  for (const { at, type, data } of timeline) {
    const parsed = v.safeParse(Frame, data);
    if (type !== 'frame' || !parsed.success) continue;
    const { from, frame } = parsed.output;
    if (from === 'carrier' && frame.type === 'interrupt') found.push({ kind: 'interrupt', at, texts: [] });
    else if (from === 'carrier' && frame.type === 'prompt' && frame.last !== false)
      found.push({ kind: 'prompt', at, texts: [] });
    else if (from === 'service' && frame.type === 'text') found.at(-1)?.texts.push({ at, token: frame.token ?? '' });
  }
  return found;
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
