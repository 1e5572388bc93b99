import { behaviourOf, type Pickup } from '#twilio/callees/behaviours.ts';
import { CallOverError, createCustomerPhone } from '#twilio/callees/customer-phone.ts';
import { createLiveCall, type CallSession, type LiveCall } from '#twilio/context/live-call.ts';
import { newSid } from '#twilio/wire/formats.ts';
import type { TwimlNode } from '#twilio/wire/parse-twiml.ts';

/** https://www.twilio.com/docs/voice/twiml/dial: `timeout` and `timeLimit` */
const DEFAULT_RING_SECONDS = 30;
const DEFAULT_TIME_LIMIT_SECONDS = 4 * 60 * 60;

/** Runs the document of the number on the called line. `done`: its verbs are over, and the lines are bridged. */
export type RunLeg = (leg: LiveCall, number: TwimlNode) => Promise<'done' | 'stopped'>;

type Outcome = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';

/**
 * `<Dial><Number>`: calls a number as a line of its own, runs its document there, and bridges both until one side hangs up. Returns the
 * parameters for the request to the action.
 */
export async function runDialNumber(
  { attributes }: TwimlNode,
  number: TwimlNode,
  live: LiveCall,
  runLeg: RunLeg,
): Promise<Record<string, string>> {
  const leg = openLeg(number.text.trim(), attributes, live);
  const customerLeft = () =>
    leg.end({ status: leg.record.answeredAt === undefined ? 'canceled' : 'completed', by: 'caller' });
  live.over.addEventListener('abort', customerLeft);
  if (live.over.aborted) customerLeft();
  const isBridged =
    (await ring(leg, attributes)) && (await runLeg(leg, number)) === 'done' && (await bridge(leg, live));
  if (!leg.over.aborted) leg.end({ status: 'completed', by: 'app' });
  live.over.removeEventListener('abort', customerLeft);
  leg.change({ told: true });
  const { status, durationSeconds = 0 } = leg.record;
  const outcome = outcomeOf(status);
  live.addEvent('bridge', { outcome, bridged: isBridged });
  return {
    DialCallSid: leg.sid,
    DialCallStatus: outcome,
    DialBridged: String(isBridged),
    ...(outcome === 'completed' ? { DialCallDuration: String(durationSeconds) } : {}),
  };
}

function outcomeOf(status: string): Outcome {
  if (status === 'busy' || status === 'no-answer' || status === 'failed' || status === 'canceled') return status;
  return 'completed';
}

function openLeg(to: string, attributes: TwimlNode['attributes'], live: LiveCall): LiveCall {
  const { journal, clock } = live.context;
  const now = clock.now();
  const { direction, from, to: called } = live.record;
  const sid = newSid('CA');
  journal.saveCall({
    sid,
    direction: 'outbound-dial',
    parentSid: live.sid,
    to,
    from: attributes['callerId'] ?? (direction === 'inbound' ? from : called),
    status: 'ringing',
    parameters: {},
    createdAt: now,
    updatedAt: now,
    dialledAt: now,
    queueMs: 0,
    timeLimitSeconds: Number(attributes['timeLimit'] ?? DEFAULT_TIME_LIMIT_SECONDS),
    sequence: 0,
    told: false,
  });
  const leg = createLiveCall(sid, live.context);
  leg.addEvent('status', { status: 'ringing' });
  return leg;
}

/** Whether the call was answered. */
async function ring(leg: LiveCall, attributes: TwimlNode['attributes']): Promise<boolean> {
  const behaviour = behaviourOf(leg.customer);
  const limit = Number(attributes['timeout'] ?? DEFAULT_RING_SECONDS);
  const { pickup } = behaviour;
  const seconds = secondsBefore(pickup, limit);
  await leg.context.clock.sleep(seconds, { signal: leg.over });
  if (leg.over.aborted) return false;
  if (pickup.outcome !== 'answers' || seconds >= limit) {
    const status = pickup.outcome === 'answers' ? 'no-answer' : pickup.outcome;
    leg.end({ status, by: 'carrier', sipCode: 'sipCode' in pickup ? pickup.sipCode : 487 });
    return false;
  }
  leg.change({ status: 'in-progress', answeredAt: leg.context.clock.now() });
  leg.limitTo(leg.record.timeLimitSeconds);
  void actOn(leg, behaviour.act);
  return true;
}

const secondsBefore = (pickup: Pickup, limit: number): number => {
  if (pickup.outcome === 'no-answer') return limit;
  return pickup.outcome === 'answers' ? Math.min(pickup.ringSeconds, limit) : pickup.afterSeconds;
};

async function actOn(leg: LiveCall, act: ReturnType<typeof behaviourOf>['act']): Promise<void> {
  try {
    await act(createCustomerPhone(leg));
  } catch (error) {
    if (!(error instanceof CallOverError)) throw error;
  }
}

/** Until one side hangs up, or the time of the dial is over. */
async function bridge(leg: LiveCall, live: LiveCall): Promise<boolean> {
  if (leg.over.aborted || live.over.aborted) return false;
  live.addEvent('bridge', { state: 'open' });
  live.session = lineTo(leg);
  leg.session = lineTo(live);
  live.recorder.connect();
  if (!leg.over.aborted) await new Promise((resolve) => leg.over.addEventListener('abort', resolve, { once: true }));
  live.session = undefined;
  live.recorder.setState('quiet');
  return true;
}

/** What one side says is what the other one hears. */
function lineTo(other: LiveCall): CallSession {
  return {
    customerStarts: () => other.recorder.setState('speaking'),
    customerContinues: () => undefined,
    async customerStops(text) {
      other.recorder.addSpeech(text);
      other.recorder.setState('quiet');
    },
    terminate: () => undefined,
  };
}
