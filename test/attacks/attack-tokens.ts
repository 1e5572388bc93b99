import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalStack, startLocalStack } from '#infra/local/compose/local-stack.ts';
import type { AttackOptions, AttackReport } from '#test/attacks/attack.ts';
import { sourceInThreads } from '#test/bench/voice/source-in-threads.ts';

const PER_MINUTE = 600;
const BURST = 100;
const CREATED_PER_HOUR = 10;
/** What the authorizer's answer is cached for, and a moment. */
const CACHE_MS = 61_000;
const FLOODING = 16;

/**
 * A thief has a token with the scopes read and admin. It creates tokens as fast as it can, floods the API with all of them, and tries
 * to lock the owner out. The owner and another user go on working, and in the end the owner revokes the stolen token.
 */
export async function attackTokens({ minutes }: AttackOptions): Promise<AttackReport> {
  const developer = { ...process.env, RATE_LIMIT_PER_MINUTE: String(PER_MINUTE), RATE_LIMIT_BURST: String(BURST) };
  const stack = await startLocalStack({ developer, source: await sourceInThreads() });
  try {
    const [owner, other] = stack.address.users.map(({ token }) => clientOf(stack, token));
    if (!owner || !other) throw new Error('the stack has no two users');
    const stolen = await create(owner, 'stolen');
    const before = await watch(other, 5000, 250);
    const family = await createMany(stack, clientOf(stack, stolen.token));
    const flood = await floodWith(stack, { owner, other, tokens: [stolen, ...family] }, minutes * 60_000);
    const refusals = await lockOut(clientOf(stack, stolen.token), owner);
    const leftOver = await recover(
      owner,
      stolen.id,
      [stolen, ...family].map(({ token }) => clientOf(stack, token)),
    );
    const most = Math.ceil(BURST + (PER_MINUTE * flood.seconds) / 60);
    return {
      figures: {
        'tokens that the thief has': family.length + 1,
        'requests of the thief': flood.sent,
        'requests a second of the thief': Math.round(flood.sent / flood.seconds),
        'the other user alone, p50 and p99 in ms': `${before.p50} and ${before.p99}`,
        'the other user during the flood, p50 and p99 in ms': `${flood.other.p50} and ${flood.other.p99}`,
      },
      walls: [
        wall('tokens created', family.length + 1, CREATED_PER_HOUR),
        wall('requests that the thief and the owner got', flood.answered + flood.owner.answered, most),
        wall('requests of the owner that were refused', flood.owner.refused, Math.ceil(flood.owner.sent * 0.05)),
        wall('requests of another user that were refused', flood.other.refused, 0),
        wall('tokens of the owner that the thief could revoke', refusals.revoked, 0),
        wall('stolen tokens that work a minute after the revocation', leftOver, 0),
      ],
      blows: [
        { name: 'tokens created', measured: family.length + 1, least: CREATED_PER_HOUR },
        { name: 'requests of the thief', measured: flood.sent, least: 2 * most },
        { name: 'requests that the thief got', measured: flood.answered, least: BURST / 2 },
      ],
    };
  } finally {
    await stack.stop();
  }
}

const wall = (name: string, measured: number, most: number) => ({ name, measured, most });

interface Token {
  id: number;
  token: string;
  scopes: string[] | null;
  revoked_at: string | null;
}

interface Answer {
  status: number;
  data: unknown;
}

type Client = (method: string, path: string, body?: object) => Promise<Answer>;

function clientOf({ address }: LocalStack, token: string): Client {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(address.base_url + path, init);
    return { status: response.status, data: ((await response.json()) as { data?: unknown }).data };
  };
}

async function create(client: Client, name: string): Promise<Token> {
  const { status, data } = await client('POST', '/user/tokens', { name, scopes: ['read', 'admin'] });
  if (status !== 201) throw new Error(`POST /user/tokens: ${status}`);
  return data as Token;
}

/** Children, and children of children: whoever may create one does, until all are refused. */
async function createMany(stack: LocalStack, thief: Client): Promise<Token[]> {
  const created: Token[] = [];
  const body = { name: 'more', scopes: ['read', 'admin'] };
  for (let round = 0; round < 5; round += 1) {
    const creators = [thief, ...created.map(({ token }) => clientOf(stack, token))];
    const answers = await Promise.all(
      creators.flatMap((creator) => Array.from({ length: 5 }, () => creator('POST', '/user/tokens', body))),
    );
    created.push(...answers.filter(({ status }) => status === 201).map(({ data }) => data as Token));
  }
  return created;
}

interface Victims {
  owner: Client;
  other: Client;
  tokens: Token[];
}

async function floodWith(stack: LocalStack, { owner, other, tokens }: Victims, milliseconds: number) {
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > milliseconds;
  const thieves = tokens.map(({ token }) => clientOf(stack, token));
  const noise = { sent: 0, answered: 0 };
  const flooding = Array.from({ length: FLOODING }, async (_, index) => {
    for (let turn = index; !isOver(); turn += 1) {
      const { status } = await thieves[turn % thieves.length]!('GET', '/user/calls?per_page=1');
      noise.sent += 1;
      noise.answered += Number(status !== 429);
    }
  });
  const [ofOwner, ofOther] = await Promise.all([watch(owner, milliseconds, 2000), watch(other, milliseconds, 250)]);
  await Promise.all(flooding);
  return { ...noise, seconds: (performance.now() - startedAt) / 1000, owner: ofOwner, other: ofOther };
}

/** A client that asks now and then. */
async function watch(client: Client, milliseconds: number, everyMs: number) {
  const times: number[] = [];
  let refused = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(everyMs)) {
    const askedAt = performance.now();
    const { status } = await client('GET', '/user/calls?per_page=1');
    times.push(performance.now() - askedAt);
    refused += Number(status === 429);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { sent: times.length, answered: times.length - refused, refused, p50: at(0.5), p99: at(0.99) };
}

/** How many tokens of the owner the thief has revoked, by id and all at once. */
async function lockOut(thief: Client, owner: Client): Promise<{ revoked: number }> {
  const ofOwner = async () =>
    ((await until(owner, 'GET', '/user/tokens')).data as Token[]).filter(({ scopes }) => scopes === null);
  const before = await ofOwner();
  for (const { id } of before) await until(thief, 'DELETE', `/user/tokens/${id}`);
  await until(thief, 'DELETE', '/user/tokens?keep=current');
  return { revoked: (await ofOwner()).filter(({ revoked_at }) => revoked_at !== null).length };
}

/** The owner revokes the stolen token. How many of the thief's tokens are still let in when the authorizer's cache has ended. */
async function recover(owner: Client, stolenId: number, thieves: readonly Client[]): Promise<number> {
  await until(owner, 'DELETE', `/user/tokens/${stolenId}`);
  await sleep(CACHE_MS);
  const answers = await Promise.all(thieves.map((thief) => thief('GET', '/user/me')));
  return answers.filter(({ status }) => status !== 401).length;
}

/** Repeats what the rate limit refuses. */
async function until(client: Client, method: string, path: string): Promise<Answer> {
  for (;;) {
    const answer = await client(method, path);
    if (answer.status !== 429) return answer;
    await sleep(1000);
  }
}
