import { checkCall } from '#shared/call-life/call-watchdog.ts';
import { finishCall } from '#shared/call-life/finish-call.ts';
import { applyCarrierProgress, identifyCarrierCall } from '#shared/calls/track-call.ts';
import { reconcileCampaigns } from '#shared/campaigns/attempts.ts';
import { leadCallRefusal } from '#shared/campaigns/call-lead.ts';
import { dialCampaign } from '#shared/campaigns/dial-campaign.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import { dialWaitingCalls } from '#shared/dialling/dial-waiting-calls.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import { createQueueTimer, releaseDueWork } from '#shared/platform/timer/timer.ts';
import { buildScript, buildState } from '#test/support/builders.ts';
import type { EventLoop } from '#test/support/campaign-simulation/event-loop.ts';
import type { CarrierNews, createSimulatedCarrier } from '#test/support/campaign-simulation/simulated-carrier.ts';
import { crashAt, type Random } from '#test/support/fakes.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryDueWorkStore } from '#test/support/memory/platform.ts';

export interface BadLuck {
  /** The chance that a worker dies at some step of a message. */
  kill: number;
  /** The chance that a message or a callback comes twice. */
  twice: number;
  /** The chance that it comes up to half an hour late. */
  late: number;
  /** The chance that a callback is lost. */
  lost: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** When a message whose worker died is delivered again. */
const VISIBILITY = 2 * MINUTE;

interface Parts {
  loop: EventLoop;
  random: Random;
  luck: BadLuck;
  carrier: ReturnType<typeof createSimulatedCarrier>['carrier'];
  callsPerSecond: number;
  /** No call is placed from … to: the messages wait. */
  outages: Array<{ from: number; to: number }>;
}

/** The service on memory: its workers and schedules as they are, with messages that get lost, late and doubled. */
export function createSimulatedService({ loop, random, luck, carrier, callsPerSecond, outages }: Parts) {
  const { clock } = loop;
  const service = memoryService({ clock: { ...clock, move: () => undefined }, callsPerSecond });
  const dueWork = createMemoryDueWorkStore();
  let runs = 0;
  const statistics = { kills: 0, doubled: 0, late: 0, dead: 0 };
  const isGoalReached = new Map<number, boolean>();
  const languageModel: LanguageModel = {
    reply: () => {
      throw new Error('no conversation here');
    },
    evaluate: async ({ turns }) => ({ goal: turns.some(({ text }) => text === 'Yes, please.') }),
  };

  const queue: Queue = {
    async send(name, message, { delaySeconds = 0 } = {}) {
      post(name, message, delaySeconds * SECOND);
    },
  };
  const wait = (milliseconds: number) => new Promise<void>((resume) => loop.in(milliseconds, resume));
  const deps = {
    ...service,
    languageModel,
    carrier: () => ({ ...createMemoryCarrier(), ...carrier }),
    queue,
    timer: createQueueTimer({ queue, dueWork, clock }),
    dueWork,
    ids: { recordId: () => createRecordId(clock.now(), random.next), uuid: () => `run-${(runs += 1)}` },
    wait,
    pause: wait,
    callingHours: { start: 8 * 60, end: 21 * 60 },
  };
  type Deps = typeof deps;

  const workers: { [Name in QueueName]?: (message: QueueMessage<Name>, own: Deps, count: number) => Promise<unknown> } =
    {
      'dial-calls': (message, own) =>
        dialWaitingCalls(message, { ...own, refusalOf: (call) => leadCallRefusal(call, own) }),
      'finish-call': (message, own) => finishCall(message, own),
      'check-call': (message, own) => checkCall(message, own),
      'dial-campaign': (message, own, count) =>
        dialCampaign({ ...message, reconcile: message.reconcile === true || count > 1 }, own),
    };

  function post<Name extends QueueName>(name: Name, message: QueueMessage<Name>, delay: number): void {
    const late = random.chance(luck.late) ? random.below(30) * MINUTE : 0;
    if (late > 0) statistics.late += 1;
    loop.in(delay + 20 + random.below(200) + late, () => deliver(name, message, 1));
    if (!random.chance(luck.twice)) return;
    statistics.doubled += 1;
    loop.in(delay + 20 + random.below(3 * MINUTE), () => deliver(name, message, 1));
  }

  const outageLeft = () => {
    const outage = outages.find(({ from, to }) => clock.now() >= from && clock.now() < to);
    return outage ? outage.to - clock.now() : 0;
  };

  async function deliver<Name extends QueueName>(
    name: Name,
    message: QueueMessage<Name>,
    count: number,
  ): Promise<void> {
    if (!workers[name]) return;
    if (name === 'dial-calls' && outageLeft() > 0)
      return loop.in(outageLeft() + random.below(SECOND), () => deliver(name, message, count));
    const work = attempt(name, message, count);
    // A pump waits for the carrier's pace while the world goes on.
    if (name !== 'dial-calls') await work;
  }

  async function attempt<Name extends QueueName>(name: Name, message: QueueMessage<Name>, count: number) {
    try {
      await mortally((own) => workers[name]!(message, own, count));
    } catch (error) {
      if (error instanceof RetryLater) {
        post(name, message, Math.ceil(error.delaySeconds) * SECOND);
      } else if (!isCrash(error)) {
        throw error;
      } else if (count < 5) {
        loop.in(VISIBILITY, () => deliver(name, message, count + 1));
      } else {
        statistics.dead += 1;
      }
    }
  }

  /** Runs a process that may die at any step, before or after its effect. */
  async function mortally(run: (own: Deps) => Promise<unknown>): Promise<void> {
    if (!random.chance(luck.kill)) {
      await run(deps);
      return;
    }
    // What is no dependency but a value cannot be died at.
    const { callingHours, clock: time, ids, logger, metrics, ...rest } = deps;
    const doomed = crashAt(rest, 1 + random.below(30), random.pick(['before', 'after']));
    try {
      await run({ ...doomed.deps, callingHours, clock: time, ids, logger, metrics });
    } finally {
      if (doomed.crashed()) statistics.kills += 1;
    }
  }

  /** Carrier callbacks: lost, doubled or late, and never retried. */
  function tell(news: CarrierNews): void {
    const arrivals = random.chance(luck.twice) ? 2 : 1;
    for (let arrival = 0; arrival < arrivals; arrival += 1) {
      if (random.chance(luck.lost)) continue;
      const late = random.chance(luck.late) ? random.below(10) * MINUTE : 0;
      loop.in(50 + random.below(2 * SECOND) + late, () => mortally((own) => hear(news, own)).catch(ignoreCrash));
    }
  }

  async function hear({ call, status, durationSeconds, answeredBy }: CarrierNews, own: Deps): Promise<void> {
    const { key, carrierCallId } = call;
    await identifyCarrierCall(key, carrierCallId, own);
    const changed = await applyCarrierProgress({ key, status, durationSeconds }, own);
    if (status !== 'in-progress' || !changed) return;
    const connectionId = `connection-${key.callId}`;
    await own.calls.change(key, { connectionId, answeredBy: answeredBy ?? 'human' }, clock.now());
    await own.conversations.open(buildState({ connectionId, call: key, openedAt: clock.now() }), buildScript());
    const yes = isGoalReached.get(key.callId) ?? random.chance(0.6);
    await own.conversations.recordCustomerTurn(connectionId, yes ? 'Yes, please.' : 'No, thank you.', clock.now());
    isGoalReached.set(key.callId, yes);
  }

  const whole = { worker: 0, workers: 1 };
  loop.every(MINUTE, () => mortally((own) => releaseDueWork(whole, own)).catch(ignoreCrash));
  loop.every(MINUTE, () => mortally((own) => reconcileCampaigns(whole, own)).catch(ignoreCrash));
  return { deps, observers: service, statistics, tell, isGoalReached };
}

export type SimulatedService = ReturnType<typeof createSimulatedService>;

const isCrash = (error: unknown) =>
  (error instanceof Error && error.message === 'crashed') ||
  (error instanceof AggregateError && error.errors.every(isCrash));

function ignoreCrash(error: unknown): void {
  if (!isCrash(error) && !(error instanceof RetryLater)) throw error;
}
