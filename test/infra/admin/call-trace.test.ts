import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { type CallLogs, createFileCallLogs, createInsightsCallLogs } from '#infra/text/call-logs.ts';
import { setupAdmin } from '#test/infra/admin/admin.ts';
import { reason, storeSettledCall } from '#test/infra/admin/settled-call.ts';
import { buildAssistant, buildCall, buildScript, buildState } from '#test/support/builders.ts';

const made = buildCall({ userId: 1, connectionId: 'connection-1', carrierCallId: 'CA1' });
const at = (seconds: number) => made.createdAt + seconds * 1000;
const call = {
  ...made,
  claimedAt: at(1),
  answeredAt: at(5),
  endedAt: at(20),
  updatedAt: at(22),
  status: 'ended' as const,
};
const key = { userId: 1, callId: call.id };
const line = (seconds: number, message: string, fields: Record<string, unknown>) =>
  JSON.stringify({ level: 'INFO', time: new Date(at(seconds)).toISOString(), message, ...fields });

const logLines = [
  line(2, 'dialled', key),
  line(6, 'connected', { connectionId: 'connection-1' }),
  line(3, 'of another user', { userId: 2, callId: call.id }),
  line(4, 'of another call', { userId: 1, callId: call.id + 1 }),
  '{"_aws":{},"CallAccepted":1}',
  'no JSON at all',
  line(21, 'call finished', { ...key, outcome: 'settled' }),
];

async function setup(logs: CallLogs = { find: async () => [] }) {
  const admin = setupAdmin({ logs });
  const { conversations } = admin.deps;
  await storeSettledCall(admin, call, { turns: [], at: at(22) });
  await conversations.open(buildState({ call: key, openedAt: at(6) }), buildScript());
  await conversations.recordCustomerTurn('connection-1', 'My PIN is 1234', at(8));
  return admin;
}

interface Trace {
  configuration: Record<string, unknown>;
  story: Array<{ at: string; source: string; what: string; details: Record<string, unknown> }>;
}

describe('admin call trace', () => {
  it('shows the events of a call from the table, in order of time', async () => {
    const { json } = await setup();
    const { story, configuration } = await json<Trace>('call', 'trace', `1/${call.id}`);
    expect(story.map(({ source, what }) => `${source}: ${what}`)).toEqual([
      'call: accepted',
      'call: claimed for dialling',
      'call: answered',
      'conversation: opened',
      'conversation: customer spoke',
      'call: line is down',
      'call: last change of its record: ended_by_customer',
      'ledger: booked',
      'webhook: announced',
      'webhook: attempt 1',
    ]);
    expect(configuration).toMatchObject({ assistant_id: 2001, model: 'rehearsal', variables: 'customer_name' });
  });

  it('shows what came of a call, and the reason of its carrier', async () => {
    const { json } = await setup();
    const { story } = await json<Trace>('call', 'trace', `1/${call.id}`);
    expect(story.find(({ what }) => what === 'line is down')?.details).toMatchObject({
      outcome: 'goal_reached',
      end_reason: 'customer_hung_up',
      ...reason,
    });
  });

  it.each([
    { what: 'over before there was a line', changes: { claimedAt: null, notDialled: 'expired' as const } },
    { what: 'over, and no line is known', changes: { claimedAt: at(1) } },
  ])('says of a call that the carrier has not told of: $what', async ({ what, changes }) => {
    const { deps, json } = setupAdmin({ logs: { find: async () => [] } });
    await json('user', 'create', '--name', 'Acme');
    await json('balance', 'add', '--user', '1', '--amount', '10');
    const unknown = { ...made, carrierCallId: null, connectionId: null, status: 'failed' as const, endedAt: at(90) };
    await deps.calls.createWithHold({ ...unknown, ...changes }, { assistant: buildAssistant(), variables: {} });
    const { story } = await json<Trace>('call', 'trace', `1/${call.id}`);
    expect(story.find((entry) => entry.at === new Date(at(90)).toISOString())).toMatchObject({ source: 'call', what });
  });

  it('shows no words, no variables and no whole numbers', async () => {
    const { run } = await setup();
    const { out } = await run('call', 'trace', `1/${call.id}`, '--json');
    for (const secret of ['PIN', 'Ann', 'secretive', call.clientPhoneNumber]) expect(out).not.toContain(secret);
  });

  it('shows what was said with --transcript', async () => {
    const { json } = await setup();
    const { story } = await json<Trace>('call', 'trace', '--user', '1', String(call.id), '--transcript');
    expect(story.find(({ what }) => what === 'customer spoke')?.details).toMatchObject({ text: 'My PIN is 1234' });
  });

  it('prints a table for people', async () => {
    const { run } = await setup();
    const { out } = await run('call', 'trace', `1/${call.id}`);
    expect(out).toMatch(/^Call\n[^]*Started with\n[^]*Story\n[^]*claimed for dialling/);
  });
});

describe('the log file of the local stack', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  it('returns the lines of the call and of its connection', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trace-'));
    folders.push(folder);
    await writeFile(join(folder, 'ringback.log'), logLines.join('\n'));
    const { json } = await setup(createFileCallLogs(join(folder, 'ringback.log')));
    const { story } = await json<Trace>('call', 'trace', `1/${call.id}`);
    expect(story.filter(({ source }) => source === 'log info').map(({ what }) => what)).toEqual([
      'dialled',
      'connected',
      'call finished',
    ]);
  });

  it('may not be there', async () => {
    await expect(
      createFileCallLogs('/nowhere/ringback.log').find({ ...key, connectionId: null, from: 0, to: 1 }),
    ).resolves.toEqual([]);
  });
});

describe('the log groups of a deployment', () => {
  const logs = mockClient(CloudWatchLogsClient);
  afterEach(() => void logs.reset());
  const find = () =>
    createInsightsCallLogs('/ringback-dev/', async () => undefined).find({
      ...key,
      connectionId: 'connection-1',
      from: at(-60),
      to: at(60),
    });

  it('are searched all at once, until the search is complete', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: '/ringback-dev/calls/make-call' }] });
    logs.on(StartQueryCommand).resolves({ queryId: 'query-1' });
    logs
      .on(GetQueryResultsCommand)
      .resolvesOnce({ status: 'Running' })
      .resolves({
        status: 'Complete',
        results: logLines.map((value) => [{ field: '@message', value }]),
      });
    expect((await find()).map(({ message }) => message)).toEqual(['dialled', 'connected', 'call finished']);
    expect(logs.commandCalls(StartQueryCommand)[0]?.args[0].input).toMatchObject({
      logGroupNames: ['/ringback-dev/calls/make-call'],
      queryString: expect.stringContaining(`filter callId = ${call.id} or connectionId = "connection-1"`) as string,
    });
  });

  it('must be there', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [] });
    await expect(find()).rejects.toThrow('no log group that begins with /ringback-dev/');
  });

  it('may be unable to answer', async () => {
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: '/ringback-dev/x' }] });
    logs.on(StartQueryCommand).resolves({ queryId: 'query-1' });
    logs.on(GetQueryResultsCommand).resolves({ status: 'Failed' });
    await expect(find()).rejects.toThrow('the search of the logs ended as Failed');
  });
});
