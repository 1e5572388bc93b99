import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosStack } from '#test/chaos/chaos-stack.ts';

/** A patient client: repeats a request under its key until it is answered. */
export type Client = ReturnType<typeof createClient>;

export interface Answer {
  status: number;
  /** The service keeps this answer for the key: asking again changes nothing. */
  isKept: boolean;
  /** An earlier request may have done it. */
  isRepeat: boolean;
  body: unknown;
}

const PAUSE_MS = 300;
/** While a key is locked: a kill leaves hundreds of such requests, and their repeats would be most of what the stack does. */
const LOCKED_PAUSE_MS = 3_000;
/** Fifteen leases of an idempotency key, of 40 s each: while the stack is killed every 17 s, a request may meet many kills. */
const GIVE_UP_MS = 600_000;

/** Statuses that ask for the same request again: server errors, limits, and a key whose first request still runs. */
const isForNow = (status: number) => status >= 500 || status === 429 || status === 409;

export function createClient(stack: ChaosStack, userId: number) {
  async function once(
    method: string,
    path: string,
    body: unknown,
    key: string | undefined,
  ): Promise<Omit<Answer, 'isRepeat'>> {
    const { base_url: baseUrl, users } = stack.address();
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${users.find(({ id }) => id === userId)!.token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(35_000),
    });
    const isKept = response.headers.has('idempotent-replayed');
    return { status: response.status, isKept, body: await response.json() };
  }

  /** The first answer that is not «try again»; undefined when there was none. `copies`: how often it is sent at once. */
  async function ask(method: string, path: string, body?: unknown, copies = 1): Promise<Answer | undefined> {
    const key = method === 'POST' ? randomUUID() : undefined;
    // A stack that is killed answers nothing.
    const send = () => once(method, path, body, key).catch(() => undefined);
    const giveUpAt = Date.now() + GIVE_UP_MS;
    for (let copy = 1; copy < copies; copy += 1) void send();
    for (let isRepeat = copies > 1; Date.now() < giveUpAt; isRepeat = true) {
      const answer = await send();
      if (answer && (answer.isKept || !isForNow(answer.status))) return { ...answer, isRepeat };
      await sleep(answer?.status === 409 ? LOCKED_PAUSE_MS : PAUSE_MS);
    }
    return undefined;
  }

  return { userId, ask };
}
