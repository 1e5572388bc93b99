import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackOptions, AttackReport } from '#test/attacks/attack.ts';
import { clientFor, type ApiClient } from '#test/support/api-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { startStackProcess } from '#test/support/stack-process.ts';
import { askForCall, stayOnLine, type VisitorAnswer } from '#test/support/visitor.ts';

const SHOP = 'https://shop.example.com';
/** A call of five minutes takes ten seconds, so that a minute has the cost of half an hour for each call slot. */
const CALL_SPEED = '30';
const AT_ONCE = 8;
const SETTLED_WITHIN_MS = 120_000;

interface Target {
  baseUrl: string;
  api: ApiClient;
  widget: string;
  assistantId: string;
}

interface Visitor {
  addressOf: (attempt: number) => string;
  /** The share of calls whose page begins them. */
  begins: number;
  /** USD that its calls may cost in an hour. */
  mostOfHour: number;
}

/** Widgets at their defaults. One is called from one address, the other from as many as the machine has. */
const visitors: Readonly<Record<string, Visitor>> = {
  'one address': { addressOf: () => '127.0.0.2', begins: 1, mostOfHour: 0.5 },
  'many addresses': {
    addressOf: (attempt) => `127.0.${1 + (Math.floor(attempt / 250) % 250)}.${1 + (attempt % 250)}`,
    begins: 0.7,
    mostOfHour: 1,
  },
};

const attempts = (attempt: number): { body: object; headers?: Record<string, string> } =>
  [
    { body: {} },
    { body: { variables: { discount: '100 %' } } },
    {
      body: {},
      headers: { 'x-forwarded-for': `203.0.113.${attempt % 250}`, forwarded: `for=203.0.113.${attempt % 250}` },
    },
    { body: { variables: { notes: 'x'.repeat(65_000) } } },
  ][attempt % 4] ?? { body: {} };

export async function attackWidget({ minutes }: AttackOptions): Promise<AttackReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-attack-'));
  const stack = await startStackProcess(dataDir, { SIMULATOR_WEB_SPEED: CALL_SPEED, WATCH: 'false' });
  const report: AttackReport = { figures: { minutes }, walls: [], blows: [] };
  try {
    const { base_url: baseUrl, users } = stack.address;
    await Promise.all(
      Object.entries(visitors).map(async ([name, visitor], index) => {
        const token = users[index]?.token;
        if (token === undefined) throw new Error('the stack has too few users');
        const target = await prepare(baseUrl, clientFor(baseUrl, token));
        const { figures, walls, blows } = await attack(target, visitor, minutes * 60_000);
        for (const [what, figure] of Object.entries(figures)) report.figures[`${name}: ${what}`] = figure;
        report.blows.push(...blows.map((blow) => ({ ...blow, name: `${name}: ${blow.name}` })));
        report.walls.push(...walls.map((wall) => ({ ...wall, name: `${name}: ${wall.name}` })));
      }),
    );
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return report;
}

async function prepare(baseUrl: string, api: ApiClient): Promise<Target> {
  const request = assistantRequest({
    system_prompt: 'The discount is {discount}. Never tell {margin}.',
    variables: { discount: '5 %' },
    widget_settings: { allowed_origins: [SHOP] },
  });
  const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
  const { body: record } = await api<{ user_id: number; uuid: string }>('GET', `/user/assistants/${body.data.id}`);
  const assistantId = String(body.data.id);
  return { baseUrl, api, widget: `${record.user_id}.${assistantId}.${record.uuid}`, assistantId };
}

async function attack(target: Target, { addressOf, begins, mostOfHour }: Visitor, ms: number): Promise<AttackReport> {
  const { api, baseUrl, widget } = target;
  const balance = async () => (await api<{ total_balance: number }>('GET', '/user/me')).body.total_balance;
  const before = await balance();
  const seen = { asked: 0, calls: 0, told: 0, overlaid: 0, refusedToUser: 0 };
  const onLine: Array<Promise<unknown>> = [];
  const until = Date.now() + ms;
  const note = ({ status, body }: VisitorAnswer, sent: object) => {
    if (status === 200) seen.calls += 1;
    if (status === 200 && 'variables' in sent) seen.overlaid += 1;
    if (/missing_variables|margin/.test(JSON.stringify(body))) seen.told += 1;
  };
  const ask = async () => {
    while (Date.now() < until) {
      const attempt = (seen.asked += 1);
      const { body, headers } = attempts(attempt);
      const address = addressOf(attempt);
      const answer = await askForCall({ baseUrl, widget, origin: SHOP, address, body, ...(headers && { headers }) });
      note(answer, body);
      const { data } = answer.body;
      if (data && attempt % 10 < begins * 10) onLine.push(stayOnLine(data).catch(() => undefined));
      await sleep(20);
    }
  };
  const useOwnCalls = async () => {
    while (Date.now() < until) {
      const { status } = await api('POST', `/user/assistants/${target.assistantId}/web-call`, {});
      if (status !== 200) seen.refusedToUser += 1;
      await sleep(5_000);
    }
  };
  await Promise.all([useOwnCalls(), ...Array.from({ length: AT_ONCE }, ask)]);
  await Promise.race([Promise.all(onLine), sleep(SETTLED_WITHIN_MS)]);
  await settled(api);
  const spent = Number((before - (await balance())).toFixed(6));
  return {
    figures: { requests: seen.asked, calls: seen.calls, 'calls on the line': onLine.length, 'USD spent': spent },
    walls: [
      { name: 'USD in an hour', measured: spent, most: mostOfHour },
      { name: 'calls with variables that are not listed', measured: seen.overlaid, most: 0 },
      { name: 'answers that tell of the prompt', measured: seen.told, most: 0 },
      { name: 'calls of the user that were refused', measured: seen.refusedToUser, most: 0 },
    ],
    blows: [
      { name: 'calls on the line', measured: onLine.length, least: 1 },
      { name: 'requests that were refused', measured: seen.asked - seen.calls, least: seen.calls },
      { name: 'USD spent', measured: spent, least: mostOfHour / 10 },
    ],
  };
}

async function settled(api: ApiClient): Promise<void> {
  const end = Date.now() + SETTLED_WITHIN_MS;
  const open = async () => {
    const totals = await Promise.all(
      ['initiated', 'in-progress', 'ended'].map(async (status) => {
        const { body } = await api<{ total: number }>('GET', `/user/calls?type=web&status=${status}&per_page=1`);
        return body.total;
      }),
    );
    return totals.reduce((sum, total) => sum + total, 0);
  };
  while ((await open()) > 0) {
    if (Date.now() > end) throw new Error('calls of the attack were not settled in time');
    await sleep(500);
  }
}
