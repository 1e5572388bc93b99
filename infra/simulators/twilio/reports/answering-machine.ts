import { randomUUID } from 'node:crypto';
import type { Behaviour } from '#twilio/callees/behaviours.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import { methodOf } from '#twilio/wire/service-client.ts';

const HUMAN_SECONDS = 2.5;
const MACHINE_SECONDS = 3.5;
const END_OF_GREETING_SECONDS = 10;
const SILENCE_MS = 5000;

type Mode = 'none' | 'before-the-document' | 'beside-the-call';

export function detectionMode(live: LiveCall): Mode {
  if (live.parameter('MachineDetection') === undefined) return 'none';
  return live.parameter('AsyncAmd') === 'true' ? 'beside-the-call' : 'before-the-document';
}

/** Waits for the time that detection takes, and stores the result. */
export async function detectAnswerer(live: LiveCall, answerer: Behaviour['answerer']): Promise<void> {
  const { answeredBy, seconds } = verdictOn(live, answerer);
  await live.context.clock.sleep(seconds, { signal: live.over });
  if (live.over.aborted) return;
  live.change({ answeredBy });
  live.addEvent('answering-machine', { answeredBy });
}

/** Detects during the conversation, and reports the result by a callback. */
export async function detectAnswererAsync(live: LiveCall, behaviour: Behaviour): Promise<void> {
  const url = live.parameter('AsyncAmdStatusCallback');
  await detectAnswerer(live, behaviour.answerer);
  const { answeredBy, answeredAt = 0 } = live.record;
  if (url === undefined || answeredBy === undefined) return;
  const { accountSid, clock, service } = live.context;
  const idempotencyToken = randomUUID();
  for (let copy = 0; copy < behaviour.callbacks.copies; copy += 1) {
    await service.request({
      callSid: live.sid,
      purpose: 'answering-machine',
      url,
      method: methodOf(live.parameter('AsyncAmdStatusCallbackMethod')),
      idempotencyToken,
      // This callback has neither From nor To.
      parameters: {
        AccountSid: accountSid,
        CallSid: live.sid,
        AnsweredBy: answeredBy,
        MachineDetectionDuration: String(Math.round(clock.seconds(clock.now() - answeredAt) * 1000)),
      },
    });
  }
}

function verdictOn(live: LiveCall, answerer: Behaviour['answerer']): { answeredBy: string; seconds: number } {
  if (answerer === 'human') return { answeredBy: 'human', seconds: HUMAN_SECONDS };
  if (answerer === 'silence') {
    const silenceMs = Number(live.parameter('MachineDetectionSilenceTimeout') ?? SILENCE_MS);
    return { answeredBy: 'unknown', seconds: silenceMs / 1000 };
  }
  return live.parameter('MachineDetection') === 'DetectMessageEnd'
    ? { answeredBy: 'machine_end_beep', seconds: END_OF_GREETING_SECONDS }
    : { answeredBy: 'machine_start', seconds: MACHINE_SECONDS };
}
