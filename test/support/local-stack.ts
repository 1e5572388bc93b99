import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { SeededUser } from '#infra/local/address/stack-address.ts';
import { startLocalStack, type LocalStack, type LocalStackOptions } from '#infra/local/compose/local-stack.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';
import { type ApiClient, clientFor } from '#test/support/api-client.ts';
import { checkAnswer } from '#test/support/check-answer.ts';
import { faults, patience, template } from '#test/support/patience.ts';

export type { ApiAnswer, ApiClient } from '#test/support/api-client.ts';

export interface RunningStack {
  stack: LocalStack;
  baseUrl: string;
  origin: string;
  users: SeededUser[];
  token: (userId: number) => string;
  api: ApiClient;
  as: (userId: number) => ApiClient;
  /** What has arrived at the webhook sink under this path. */
  webhooks: (path?: string) => ReceivedWebhook[];
  /** What the carrier complains about, without what injected faults are: sockets that are gone (64105). */
  violations: () => Promise<Array<{ code: number }>>;
  /** What the carrier simulator tells under `/_simulator`. */
  simulator: <Body = unknown>(path: string, init?: RequestInit) => Promise<Body>;
}

// Fast enough that a call of a minute takes a second, slow enough that the machine, or a retry, is not what limits it.
const SPEED = faults === undefined ? 60 : 20;
// Long enough for a machine whose cores are busy with something else: nothing is asserted by them.
const DEADLINE_MS = patience(120_000);
const START_LIMIT_MS = patience(600_000);

type Options = Partial<LocalStackOptions>;

/** A whole stack in memory for one test file, on free ports. Call at the top of the file. */
export function useLocalStack(options: Options | (() => Promise<Options>) = {}): () => RunningStack {
  let running: RunningStack | undefined;
  beforeAll(async () => {
    const own = typeof options === 'function' ? await options() : options;
    running = describeStack(await startLocalStack({ simulatorSpeed: SPEED, template, faults, ...own }));
  }, START_LIMIT_MS);
  afterAll(async () => {
    await running?.stack.stop();
    expect(running?.stack.stoppedLoops() ?? [], 'workers that Lambda would have stopped').toEqual([]);
  });
  return () => {
    if (!running) throw new Error('the stack is there only while tests run');
    return running;
  };
}

/** Asks again and again until there is an answer that is neither undefined nor false. */
export async function waitFor<Value>(
  what: string | (() => string),
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
  deadlineMs = DEADLINE_MS,
): Promise<Value> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) {
      throw new Error(`waited ${deadlineMs} ms in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(20);
  }
}

function describeStack(stack: LocalStack): RunningStack {
  const { address, origin, sink } = stack;
  const token = (userId: number) => {
    const user = address.users.find(({ id }) => id === userId);
    if (!user) throw new Error(`no demo user ${userId}`);
    return user.token;
  };
  const as = (userId: number) => clientFor(address.base_url, token(userId), checkAnswer);
  const simulator = async <Body>(path: string, init?: RequestInit) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${address.simulator_url}/_simulator${path}`, { headers, ...init });
    return (await response.json()) as Body;
  };
  return {
    stack,
    baseUrl: address.base_url,
    origin,
    users: address.users,
    token,
    api: as(1),
    as,
    webhooks: (path) => sink.received().filter((webhook) => path === undefined || webhook.path === path),
    async violations() {
      const { violations } = await simulator<{ violations: Array<{ code: number }> }>('/violations');
      return faults === undefined ? violations : violations.filter(({ code }) => code !== 64_105);
    },
    simulator,
  };
}
