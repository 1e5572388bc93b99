import { randomUUID } from 'node:crypto';
import type { Behaviour } from '#twilio/callees/behaviours.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import { methodOf } from '#twilio/wire/service-client.ts';

const HUMAN_SECONDS = 2.5;
const MACHINE_SECONDS = 3.5;
/** `MachineDetectionTimeout`: https://www.twilio.com/docs/voice/answering-machine-detection */
const DETECTION_SECONDS = 30;
const SILENCE_MS = 5000;

type Mode = 'none' | 'before-the-document' | 'beside-the-call';

export function detectionMode(live: LiveCall): Mode {
  if (live.parameter('MachineDetection') === undefined) return 'none';
  return live.parameter('AsyncAmd') === 'true' ? 'beside-the-call' : 'before-the-document';
}

/** Waits for the time that detection takes, and stores the result. */
export async function detectAnswerer(
  live: LiveCall,
  behaviour: Pick<Behaviour, 'answerer' | 'verdict'>,
): Promise<void> {
  const answeredBy = await verdictOn(live, behaviour);
  if (live.over.aborted) return;
  live.change({ answeredBy });
  live.addEvent('answering-machine', { answeredBy });
}

/** Detects during the conversation, and reports the result by a callback. */
export async function detectAnswererAsync(live: LiveCall, behaviour: Behaviour): Promise<void> {
  const url = live.parameter('AsyncAmdStatusCallback');
  await detectAnswerer(live, behaviour);
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

async function verdictOn(live: LiveCall, { answerer, verdict }: Pick<Behaviour, 'answerer' | 'verdict'>) {
  const after = async (seconds: number, answeredBy: string) => {
    await live.context.clock.sleep(seconds, { signal: live.over });
    return answeredBy;
  };
  if (verdict) return after(verdict.seconds, verdict.answeredBy);
  if (answerer === 'human') return after(HUMAN_SECONDS, 'human');
  if (answerer === 'silence') {
    return after(Number(live.parameter('MachineDetectionSilenceTimeout') ?? SILENCE_MS) / 1000, 'unknown');
  }
  if (live.parameter('MachineDetection') !== 'DetectMessageEnd') return after(MACHINE_SECONDS, 'machine_start');
  const timeout = Number(live.parameter('MachineDetectionTimeout') ?? DETECTION_SECONDS);
  const end = live.greetingEnded.then((beeps) => (beeps ? 'machine_end_beep' : 'machine_end_silence'));
  return Promise.race([end, after(timeout, 'unknown')]);
}
