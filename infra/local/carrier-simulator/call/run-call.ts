import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import type { Behaviour, Pickup } from '#infra/local/carrier-simulator/callees/behaviour.ts';
import { CallOverError, Line } from '#infra/local/carrier-simulator/callees/line.ts';
import { runTwiml } from '#infra/local/carrier-simulator/twiml/run-twiml.ts';
import { detectAnswerer, detectAnswererAsync, detectionMode } from './detect-answerer.ts';
import type { LiveCall } from './live-call.ts';
import { ProgressCallbacks } from './progress-callbacks.ts';
import { finishRecordings } from './recordings.ts';

const DEFAULT_RING_SECONDS = 60;

/** A call from the queue to its last callback. */
export async function runCall(live: LiveCall): Promise<void> {
  const behaviour = behaviourOf(live.customer);
  const callbacks = new ProgressCallbacks(live, behaviour.callbacks);
  const { clock } = live.exchange;
  await clock.sleep(0, { signal: live.over, floorMs: live.record.queueMs });
  if (!live.over.aborted) {
    live.change({ dialledAt: clock.now() });
    callbacks.report('initiated');
    await dial(live, behaviour, callbacks);
  }
  callbacks.report('completed');
  await callbacks.settled();
  await live.transcription?.finish();
  live.change({ told: true });
  await finishRecordings(live.sid, live.exchange, behaviour.callbacks.copies);
}

async function dial(live: LiveCall, behaviour: Behaviour, callbacks: ProgressCallbacks): Promise<void> {
  const { pickup } = behaviour;
  const seconds = secondsBeforePickup(pickup, live);
  if (pickup.outcome !== 'failed' && pickup.outcome !== 'busy') ring(live, callbacks);
  else if (pickup.rings) ring(live, callbacks);
  await live.exchange.clock.sleep(seconds, { signal: live.over });
  if (live.over.aborted) return;
  switch (pickup.outcome) {
    case 'busy':
    case 'failed':
      return live.end({ status: pickup.outcome, by: 'carrier', sipCode: pickup.sipCode });
    case 'no-answer':
      return live.end({ status: 'no-answer', by: 'carrier', sipCode: 487 });
    case 'answers':
      if (seconds >= ringLimit(live)) return live.end({ status: 'no-answer', by: 'carrier', sipCode: 487 });
      return answer(live, behaviour, callbacks);
  }
}

function ring(live: LiveCall, callbacks: ProgressCallbacks): void {
  live.change({ status: 'ringing' });
  callbacks.report('ringing');
}

async function answer(live: LiveCall, behaviour: Behaviour, callbacks: ProgressCallbacks): Promise<void> {
  live.change({ status: 'in-progress', answeredAt: live.exchange.clock.now() });
  live.limitTo(live.record.timeLimitSeconds);
  callbacks.report('answered');
  void takeTheLine(live, behaviour);
  const mode = detectionMode(live);
  const verdict = mode === 'beside-the-call' ? detectAnswererAsync(live, behaviour) : Promise.resolve();
  if (mode === 'before-the-document') await detectAnswerer(live, behaviour.answerer);
  if (!live.over.aborted) await runTwiml(live);
  await verdict;
}

/** The customer acts on the line until the call is over, whoever ends it. */
export async function takeTheLine(live: LiveCall, behaviour: Behaviour): Promise<void> {
  try {
    await behaviour.onLine(new Line(live));
  } catch (error) {
    if (!(error instanceof CallOverError)) throw error;
  }
}

function secondsBeforePickup(pickup: Pickup, live: LiveCall): number {
  if (pickup.outcome === 'no-answer') return ringLimit(live);
  return pickup.outcome === 'answers' ? Math.min(pickup.ringSeconds, ringLimit(live)) : pickup.afterSeconds;
}

const ringLimit = (live: LiveCall) => Number(live.parameter('Timeout') ?? DEFAULT_RING_SECONDS);
