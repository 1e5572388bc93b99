import type {
  EvaluationRequest,
  LanguageModel,
  ReplyPart,
  ReplyRequest,
  ToolCall,
} from '#shared/conversations/language-model.ts';
import type { ConversationSocket, VoiceFrame } from '#shared/conversations/voice-session.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { QueueMessage, QueueName } from '#shared/platform/queue/messages.ts';
import type { Queue, SendOptions } from '#shared/platform/queue/queue.ts';
import type { QueueDepth } from '#shared/platform/queue/watch-queues.ts';
import { hasRoom, type RateStore } from '#shared/platform/rate-limit.ts';
import { createCachedSecrets, type SecretName, type Secrets } from '#shared/platform/secrets.ts';
import type { DueWork, DueWorkStore, Timer } from '#shared/platform/timer/timer.ts';
import { emptyBucket, mayTake, type UserBucket, type UserRateStore } from '#shared/platform/user-rate.ts';
import { createFixedClock } from '#test/support/fakes.ts';

export function createMemoryQueue() {
  const sent: Array<{ queue: QueueName; message: QueueMessage<QueueName>; options: SendOptions }> = [];
  const queue: Queue = {
    async send(name, message, options = {}) {
      sent.push({ queue: name, message: structuredClone(message), options });
    },
  };
  return { sent, ...queue };
}

/** Queues that are empty, until a test says how many messages one of them has. */
export function createMemoryQueueDepth() {
  const known = new Map<QueueName, Awaited<ReturnType<QueueDepth['of']>>>();
  const depth: QueueDepth = { of: async (queue) => known.get(queue) ?? { waiting: 0, inWork: 0, dead: 0 } };
  return { ...depth, set: known.set.bind(known) };
}

export function createMemoryTimer(clock: Clock) {
  const timers: Array<{ dueAt: number; queue: QueueName; message: QueueMessage<QueueName> }> = [];
  const timer: Timer = {
    at: async (dueAt, queue, message) => void timers.push({ dueAt, queue, message: structuredClone(message) }),
    afterCallSeconds: (seconds, queue, message) => timer.at(clock.now() + clock.callMs(seconds), queue, message),
    latenessSeconds: 1000 / clock.callMs(1),
  };
  return { timers, ...timer };
}

export function createMemoryRateStore() {
  const buckets = new Map<string, number>();
  let asked = 0;
  const store: RateStore = {
    async take(key, limit, now) {
      asked += 1;
      const fullAt = Math.max(buckets.get(key) ?? 0, now);
      if (!hasRoom(fullAt, limit, now)) return { isAllowed: false, fullAt };
      buckets.set(key, fullAt + limit.intervalMs);
      return { isAllowed: true, fullAt: fullAt + limit.intervalMs };
    },
    peek: async (key) => buckets.get(key) ?? 0,
    async refund(key, { intervalMs }, share) {
      if (share > 0) buckets.set(key, (buckets.get(key) ?? 0) - intervalMs * share);
    },
  };
  return { ...store, asked: () => asked, size: () => buckets.size };
}

export function createMemoryUserRateStore() {
  const buckets = new Map<number, UserBucket>();
  let asked = 0;
  const store: UserRateStore = {
    async take(userId, name, limit, now) {
      asked += 1;
      const bucket = buckets.get(userId) ?? emptyBucket;
      if (!mayTake(bucket, name, limit, now)) return { isAllowed: false, bucket };
      const shares = Object.fromEntries(
        Object.entries(bucket.shares).filter(([other, until]) => other === name || until > now - 60_000),
      );
      const used = Math.max((shares[name] ?? 0) - now, 0);
      const reserve = limit.burst < 2 ? 0 : Math.max(1, Math.round(limit.burst / 10));
      const active = Math.max(2, Object.keys({ ...shares, [name]: 0 }).length);
      const cost = Math.ceil((limit.intervalMs * active * limit.burst) / (limit.burst - reserve));
      if (used === 0 || used + cost <= limit.intervalMs * reserve) shares[name] = now + used + cost;
      const taken = { fullAt: Math.max(bucket.fullAt, now) + limit.intervalMs, shares };
      buckets.set(userId, taken);
      return { isAllowed: true, bucket: structuredClone(taken) };
    },
  };
  return { ...store, asked: () => asked };
}

/** Shows what waits, in the order it was added. */
export function createMemoryDueWorkStore() {
  const waiting: DueWork[] = [];
  const store: DueWorkStore = {
    add: async (work) => void waiting.push(structuredClone(work)),
    async releaseDue(now, release) {
      const due = waiting.filter((work) => work.dueAt <= now).toSorted((one, other) => one.dueAt - other.dueAt);
      const failures: unknown[] = [];
      for (const work of due) {
        try {
          await release(structuredClone(work));
          const position = waiting.indexOf(work);
          if (position >= 0) waiting.splice(position, 1);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} due items were not released`);
      return due.length;
    },
  };
  return { waiting, ...store };
}

/** Keeps the frames, in order; an `end` closes the connection, as the carrier does. */
export function createMemoryConversationSocket() {
  const frames: Array<{ connectionId: string; frame: VoiceFrame }> = [];
  const closed = new Set<string>();
  const socket: ConversationSocket = {
    async send(connectionId, frame) {
      if (closed.has(connectionId)) return 'gone';
      frames.push({ connectionId, frame: structuredClone(frame) });
      if (frame.kind === 'end') closed.add(connectionId);
      return 'sent';
    },
  };
  return { frames, close: (connectionId: string) => void closed.add(connectionId), ...socket };
}

/** A previous value is under `<name>:previous`. */
export const createMemorySecrets = (
  values: Partial<Record<SecretName | `${SecretName}:previous`, string>> = {},
): Secrets =>
  createCachedSecrets(
    async (name, stage) => values[stage === 'AWSCURRENT' ? name : (`${name}:previous` as const)],
    createFixedClock(),
  );

/** One step of a scripted answer: text, the call of a tool, a failure, or something to wait for. */
export type ScriptedPart = string | ToolCall | Error | typeof hang | (() => Promise<unknown>);

/** Never answers, and gives up when it is aborted: put it into a script for a model that hangs. */
export const hang = Symbol('hang');

/** A model that answers by script: the first request gets the first answer, and the last answer stays. */
export function createMemoryLanguageModel(
  answers: ReadonlyArray<ReadonlyArray<ScriptedPart>> = [['Hello.']],
  evaluate: (request: EvaluationRequest) => unknown = () => ({}),
): LanguageModel & { replies: ReplyRequest[]; evaluations: EvaluationRequest[] } {
  const replies: ReplyRequest[] = [];
  const evaluations: EvaluationRequest[] = [];
  return {
    replies,
    evaluations,
    async *reply(request) {
      replies.push(request);
      for (const part of answers[Math.min(replies.length, answers.length) - 1] ?? []) {
        const reply = await play(part, request.signal);
        request.signal.throwIfAborted();
        if (reply) yield reply;
      }
    },
    async evaluate(request) {
      evaluations.push(request);
      request.signal.throwIfAborted();
      return evaluate(request);
    },
  };
}

async function play(part: ScriptedPart, signal: AbortSignal): Promise<ReplyPart | undefined> {
  if (part === hang) return aborted(signal);
  if (part instanceof Error) throw part;
  if (typeof part === 'function') {
    await part();
    return undefined;
  }
  return typeof part === 'string' ? { kind: 'text', text: part } : part;
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
