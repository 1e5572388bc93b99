import type { CallKey } from '#shared/calls/call.ts';
import type { Carrier, CarrierCall, Dial, ReportedStatus } from '#shared/calls/carrier.ts';
import type { EventLoop } from '#test/support/campaign-simulation/event-loop.ts';
import type { Random } from '#test/support/fakes.ts';

export type Callee = 'talks' | 'reluctant' | 'busy' | 'no-answer' | 'failed' | 'voicemail' | 'refuses' | 'late';

/** What the carrier wrote down about a request to dial that it took. */
export interface LoggedCall {
  key: CallKey;
  to: string;
  from: string;
  carrierCallId: string;
  dialledAt: number;
  answeredAt: number | null;
  endedAt: number | null;
  status: ReportedStatus;
  hungUpByUs: boolean;
}

export interface CarrierNews {
  call: LoggedCall;
  status: ReportedStatus;
  durationSeconds: number;
  answeredBy?: 'human' | 'machine';
}

interface Parts {
  loop: EventLoop;
  random: Random;
  calleeOf: (number: string, attempt: number) => Callee;
  /** Brings news to the service, as unreliably as the network does. */
  tell: (news: CarrierNews) => void;
}

const SECOND = 1000;

/** A carrier with a log of its own, whose answers, callbacks and customers are as bad as they get. */
export function createSimulatedCarrier({ loop, random, calleeOf, tell }: Parts) {
  const log: LoggedCall[] = [];
  /** Requests to dial of which nothing came: dropped before the carrier saw them, or refused for now. */
  const dropped: Array<{ key: CallKey; kind: 'lost' | 'busy' }> = [];

  const step = (call: LoggedCall, seconds: number, status: ReportedStatus, answeredBy?: 'human' | 'machine') => {
    loop.in(seconds * SECOND, () => {
      if (call.endedAt !== null) return;
      move(call, status, answeredBy);
    });
  };

  function move(call: LoggedCall, status: ReportedStatus, answeredBy?: 'human' | 'machine'): void {
    const now = loop.clock.now();
    call.status = status;
    if (status === 'in-progress') call.answeredAt = now;
    const isOver = status !== 'ringing' && status !== 'in-progress';
    if (isOver) call.endedAt = now;
    const durationSeconds = isOver && call.answeredAt !== null ? Math.round((now - call.answeredAt) / SECOND) : 0;
    tell({ call, status, durationSeconds, ...(answeredBy && { answeredBy }) });
  }

  function take(dial: Dial): LoggedCall {
    const { key, to, from } = dial;
    const attempt = log.filter((call) => call.to === to).length;
    const carrierCallId = `CA${String(log.length + 1).padStart(32, '0')}`;
    const times = { dialledAt: loop.clock.now(), answeredAt: null, endedAt: null };
    const call: LoggedCall = { key, to, from, carrierCallId, ...times, status: 'initiated', hungUpByUs: false };
    log.push(call);
    live(call, calleeOf(to, attempt));
    return call;
  }

  function live(call: LoggedCall, callee: Callee): void {
    step(call, 1, 'ringing');
    if (callee === 'busy') return step(call, 3, 'busy');
    if (callee === 'no-answer') return step(call, 30, 'no-answer');
    if (callee === 'failed') return step(call, 2, 'failed');
    const pickup = 3 + random.below(15);
    step(call, pickup, 'in-progress', callee === 'voicemail' ? 'machine' : 'human');
    step(call, pickup + 15 + random.below(80), 'ended');
  }

  const carrierCall = (call: LoggedCall): CarrierCall => ({
    carrierCallId: call.carrierCallId,
    status: call.status,
    durationSeconds:
      call.endedAt === null || call.answeredAt === null ? 0 : Math.round((call.endedAt - call.answeredAt) / SECOND),
    createdAt: call.dialledAt,
  });

  const carrier: Pick<Carrier, 'dial' | 'fetchCall' | 'findCalls' | 'findOwner' | 'hangUp'> = {
    async dial(dial) {
      const dice = random.next();
      if (dice < 0.01) {
        dropped.push({ key: dial.key, kind: 'busy' });
        return { kind: 'retry', afterSeconds: 2, reason: '20429' };
      }
      if (dice < 0.02) {
        dropped.push({ key: dial.key, kind: 'lost' });
        return { kind: 'unknown', reason: 'no answer in time' };
      }
      const call = take(dial);
      if (dice < 0.04) return { kind: 'unknown', reason: 'no answer in time' };
      return { kind: 'accepted', carrierCallId: call.carrierCallId };
    },
    async fetchCall(carrierCallId) {
      const call = log.find((one) => one.carrierCallId === carrierCallId);
      return call && carrierCall(call);
    },
    findCalls: async (to, from, since) =>
      log
        .filter((call) => call.to === to && call.from === from && call.dialledAt >= since - SECOND)
        .toReversed()
        .map(carrierCall),
    findOwner: async (carrierCallId) => log.find((call) => call.carrierCallId === carrierCallId)?.key,
    async hangUp(carrierCallId) {
      const call = log.find((one) => one.carrierCallId === carrierCallId);
      if (!call || call.endedAt !== null) return;
      call.hungUpByUs = true;
      move(call, call.answeredAt === null ? 'cancelled' : 'ended');
    },
  };
  return { carrier, log, dropped };
}
