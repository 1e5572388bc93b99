import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import type { LiveCall } from './live-call.ts';
import { finalCallback } from './progress-callbacks.ts';
import { finishRecordings } from './recordings.ts';

const ATTEMPTS = 20;

/**
 * A call that was under way when the process died ended with it, at the last sign of life. The service hears of it as soon
 * as it is there: it may be starting at the same moment.
 */
export async function resumeCall(live: LiveCall): Promise<void> {
  const { callbacks } = behaviourOf(live.customer);
  const { journal } = live.exchange;
  if (live.record.endedAt === undefined) {
    const lastSign = Math.max(live.record.updatedAt, ...journal.events(live.sid).map(({ at }) => at));
    const status = live.record.answeredAt === undefined ? 'failed' : 'completed';
    live.end({ status, by: 'carrier', sipCode: status === 'failed' ? 503 : 200, at: lastSign });
  }
  if (!live.record.told && !callbacks.losesFinal) await tellUntilHeard(live);
  live.change({ told: true });
  await finishRecordings(live.sid, live.exchange, callbacks.copies);
}

async function tellUntilHeard(live: LiveCall): Promise<void> {
  const { clock, limits } = live.exchange;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await finalCallback(live);
    if (answer === undefined || answer.kind === 'answered') return;
    await clock.sleep(0, { floorMs: limits.retryMs });
  }
}
