import { setTimeout as sleep } from 'node:timers/promises';
import type { CallPlan, Manner } from '#test/slow/line/call-plan.ts';
import { type HeldCall, OPENING } from '#test/slow/line/invariants.ts';
import type { LineEvent } from '#test/slow/line/read-line.ts';
import { type startTopicModel, tagOf } from '#test/slow/line/topic-model.ts';
import { watchLateness } from '#test/slow/line/watch-lateness.ts';
import type { RunningStack } from '#test/support/local-stack.ts';
import { createAssistant, isOpen, makeCall, readCall } from '#test/support/over-http.ts';

type TopicModel = Awaited<ReturnType<typeof startTopicModel>>;

interface HoldOptions {
  running: RunningStack;
  model: TopicModel;
  /** Call seconds in a second. */
  speed: number;
  parallel: number;
}

const POLL_MS = 500;

/** Makes all calls, some at a time, and reads what is known of each from outside. */
export async function holdCalls(plans: readonly CallPlan[], { running, model, speed, parallel }: HoldOptions) {
  const lateness = watchLateness();
  const lateSeconds = (from: number, to: number) => (lateness.between(from, to) / 1000) * speed;
  const assistants = createAssistants(running);
  const held: HeldCall[] = [];
  const waiting = plans.values();
  const takeNext = async () => {
    for (const plan of waiting) {
      const call = await holdCall(plan, assistants(plan.manner), running);
      held.push({ plan, ...call, asked: model.askedOf(plan.seed), lateSeconds });
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, takeNext));
  } finally {
    lateness.stop();
  }
  return held;
}

/** One assistant for each manner. */
function createAssistants({ api }: RunningStack): (manner: Manner) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  return (manner) => {
    const name = JSON.stringify(manner);
    const id =
      known.get(name) ?? createAssistant(api, { ...assistant, ...manner, assistant_name: `Line ${known.size}` });
    known.set(name, id);
    return id;
  };
}

const assistant = {
  llm_model: 'gpt-6-luna',
  timezone: 'America/New_York',
  initial_message: OPENING,
  system_prompt: 'You talk about orders. The call is {call_tag}.',
  use_min_interrupt_words: true,
  re_engagement_interval: 10,
  max_silence_duration: 25,
  max_hold_duration: 60,
  end_call_tool: undefined,
};

async function holdCall({ seed, callee }: CallPlan, assistantId: Promise<number>, running: RunningStack) {
  const { api, simulator } = running;
  const number = `+1${206 + Math.floor(seed / 5000)}555${String(3000 + (seed % 5000)).padStart(4, '0')}`;
  await simulator('/behaviours', { method: 'POST', body: JSON.stringify({ number, ...callee }) });
  const id = await makeCall(api, number, await assistantId, { variables: { call_tag: tagOf(seed) } });
  for (;;) {
    const record = await readCall(api, id);
    if (!isOpen(record) && record.outcome !== null) {
      const { calls } = await simulator<{ calls: Array<{ timeline: LineEvent[] }> }>(
        `/calls?to=${encodeURIComponent(number)}`,
      );
      return { record, timeline: calls[0]?.timeline ?? [] };
    }
    await sleep(POLL_MS);
  }
}
