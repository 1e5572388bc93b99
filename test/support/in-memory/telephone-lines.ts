import { setImmediate as nextTurn } from 'node:timers/promises';
import { handler as checkCall } from '#functions/queue/check-call.ts';
import { handler as dialCalls } from '#functions/queue/dial-calls.ts';
import { handler as dialCampaign } from '#functions/queue/dial-campaign.ts';
import { handler as finishCall } from '#functions/queue/finish-call.ts';
import { makeCall } from '#shared/call-life/make-call.ts';
import { leadCallRefusal } from '#shared/campaigns/call-lead.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCampaign, buildLead, buildPhoneNumber, buildUser } from '#test/support/builders.ts';
import { sqsEvent } from '#test/support/events.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { killAt } from '#test/support/kill.ts';

export interface Rung {
  callId: number;
  userId: number;
  to: string;
  at: number;
  /** Undefined: it rings or talks. */
  endedAt?: number;
}

interface LinesParts {
  users?: number[];
  /** Of campaigns, by id. Their leads are called by those of user 7. */
  leads?: Array<Partial<Lead>>;
  campaigns?: number[];
  start?: number;
  /** How long each call rings and talks. */
  callSeconds?: number;
  /** Attempts of a campaign for each number. */
  maxRetries?: number;
  maxCallsInParallel?: number;
}

interface Event {
  at: number;
  order: number;
  run: () => Promise<unknown>;
}

/** SQS delivers the message of a killed worker after its visibility timeout. */
const VISIBILITY_MS = 120_000;

/**
 * All workers of a call, in memory and in virtual time, and the telephones of customers. What ends a call is killed right after it has
 * written the end: nothing is sent but by the watchdogs. The call is settled ten seconds later.
 */
export function createTelephoneLines(parts: LinesParts = {}) {
  const { users = [7], campaigns = [4001], callSeconds = 30, maxRetries = 3, maxCallsInParallel = 3 } = parts;
  const service = memoryService({
    start: parts.start ?? Date.UTC(2026, 5, 30, 16),
    balance: 1e12,
    users: users.map((id) => buildUser({ id })),
    assistants: users.map((userId) => buildAssistant({ id: 2001 + (userId - 7), userId })),
    numbers: users.map((userId) => buildPhoneNumber({ id: userId, userId, phoneNumber: `+1202555900${userId}` })),
    campaigns: campaigns.map((id) =>
      buildCampaign({ id, assistantId: 2001, status: 'in-progress', maxRetries, maxCallsInParallel }),
    ),
    leads: (parts.leads ?? []).map((lead, index) => buildLead({ id: 6001 + index, campaignId: 4001, ...lead })),
  });
  const { clock, calls, queue, timer, carrier } = service;
  for (const userId of users) calls.state.wallets.set(userId, { balance: 1e12, available: 1e12 });
  const rung: Rung[] = [];
  const events: Event[] = [];
  let order = 0;
  let kill: { queue: string; step: number; when: 'before' | 'after' } | undefined;
  const at = (time: number, run: Event['run']) => events.push({ at: time, order: (order += 1), run });

  const { dial } = carrier;
  carrier.dial = async (given) => {
    const outcome = await dial(given);
    if (outcome.kind !== 'accepted') return outcome;
    const one: Rung = { ...given.key, to: given.to, at: clock.now() };
    rung.push(one);
    at(clock.now() + callSeconds * 1000, () => end(one));
    return outcome;
  };

  /** The process that writes the end is killed after it. */
  async function end(one: Rung): Promise<void> {
    const key = { userId: one.userId, callId: one.callId };
    if (one.endedAt !== undefined) return;
    one.endedAt = clock.now();
    await calls.change(key, { status: 'no-answer', endedAt: clock.now() }, clock.now());
    at(clock.now() + 10_000, () => deliver('finish-call', key));
  }

  const wait = async (milliseconds: number) => {
    await nextTurn();
    clock.move(milliseconds);
  };
  const world = { ...service, wait, waitingCallsPerUser: 100 };
  type World = typeof world;
  const workers: Record<string, (deps: World) => (event: ReturnType<typeof sqsEvent>) => Promise<unknown>> = {
    'dial-calls': (deps) =>
      dialCalls.with({ ...deps, refusalOf: (call) => leadCallRefusal(call, deps) }, deadLettersOf('dial-calls')),
    'dial-campaign': (deps) => dialCampaign.with(deps, deadLettersOf('dial-campaign')),
    'check-call': (deps) => checkCall.with(deps, deadLettersOf('check-call')),
    'finish-call': (deps) =>
      finishCall.with(
        { ...deps, callList: calls, languageModel: { reply: never, evaluate: never } },
        deadLettersOf('finish-call'),
      ),
  };
  const never = () => {
    throw new Error('no one has answered');
  };
  function deadLettersOf(name: string) {
    return {
      moveToDlq: async (_: string, reason: string) => {
        throw new Error(reason);
      },
      requeue: async (message: object, delaySeconds: number) =>
        void at(clock.now() + delaySeconds * 1000, () => deliver(name, message)),
    };
  }

  async function deliver(name: string, message: object): Promise<void> {
    const worker = workers[name];
    if (!worker) return;
    const dying = kill?.queue === name && 'waiter' in message === (name === 'check-call') ? kill : undefined;
    if (!dying) {
      const answer = await worker(world)(sqsEvent(message));
      const failed = service.lines.find(({ level }) => level === 'error');
      if (failed) throw new Error(`${name}: ${failed.message}`, { cause: failed.fields?.['error'] });
      return void answer;
    }
    const { deps, death } = killAt(world, dying.step, dying.when);
    const outcome = await Promise.race([worker(deps)(sqsEvent(message)).then(() => 'ended' as const), death]);
    if (outcome === 'ended') return;
    kill = undefined;
    at(clock.now() + VISIBILITY_MS, () => deliver(name, message));
  }

  function collect(): void {
    for (const { queue: name, message, options } of queue.sent.splice(0))
      at(clock.now() + (options.delaySeconds ?? 0) * 1000, () => deliver(name, message));
    for (const { dueAt, queue: name, message } of timer.timers.splice(0)) at(dueAt, () => deliver(name, message));
  }

  let drawn = 0;
  return {
    ...world,
    rung,
    end,
    /** Kills the next worker of a queue at one of its requests. Of `check-call` the one that looks after a line. */
    killNext: (name: string, step: number, when: 'before' | 'after') => void (kill = { queue: name, step, when }),
    wasKilled: () => kill === undefined,
    wakeCampaign: (campaignId = 4001) => queue.send('dial-campaign', { userId: 7, campaignId }),
    call(phoneNumber: string, { userId = 7, ...more }: { userId?: number; allowsParallel?: boolean } = {}) {
      const recordId = () => createRecordId(clock.now(), () => 0.5) + (drawn += 1);
      const input = { userId, phoneNumber, assistantId: 2001 + (userId - 7), variables: {}, ...more };
      return makeCall(input, { ...world, ids: { ...world.ids, recordId } });
    },
    async run(ms: number) {
      const until = clock.now() + ms;
      for (;;) {
        collect();
        events.sort((one, other) => one.at - other.at || one.order - other.order);
        const next = events[0];
        if (!next || next.at > until) break;
        events.shift();
        clock.move(Math.max(0, next.at - clock.now()));
        await next.run();
      }
      clock.move(Math.max(0, until - clock.now()));
    },
    /** The most telephones of one customer that rang or talked at the same moment, for one user. */
    mostAtOnce(userId = 7) {
      const own = rung.filter((one) => one.userId === userId);
      const atOnce = own.map(
        (one) =>
          own.filter(
            ({ to, at: from, endedAt = Number.POSITIVE_INFINITY }) =>
              to === one.to && from <= one.at && endedAt > one.at,
          ).length,
      );
      return Math.max(0, ...atOnce);
    },
  };
}
