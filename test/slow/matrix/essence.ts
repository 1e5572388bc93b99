import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { hadConversation, isFinal, type CallStatus } from '#shared/calls/call-status.ts';
import { type Call } from '#shared/calls/call.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { CALL_SECONDS } from '#test/slow/matrix/outside.ts';
import type { World } from '#test/slow/matrix/world.ts';

type Item = { pk: string; sk: string } & Record<string, unknown>;

/** The items of the table in one collection of its user, or in one partition. */
export async function readItems({ client, tableName }: World) {
  const items: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: tableName, ExclusiveStartKey, ConsistentRead: true }));
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return {
    of: (collection: string) => items.filter(({ pk }) => new RegExp(`^USER#\\d+#${collection}$`).test(pk)),
    in: (prefix: string) => items.filter(({ pk }) => pk.startsWith(prefix)),
  };
}

type Items = Awaited<ReturnType<typeof readItems>>;

/** Ids of the day of the matrix, what the customer said, and their number. */
const NAMES = /1931\d{11}|Who is there|2025550100/;

/** What a deleted call leaves behind: its ledger entry, and what expires. Nothing holds what was said. */
export function leftovers(items: Items): string[] {
  const left = items
    .in('')
    .filter(({ sk, expiresAt }) => expiresAt === undefined && !['WALLET', 'DIALER_RUN', 'CURSOR'].includes(sk))
    .filter((item) => NAMES.test(JSON.stringify(item)))
    .filter(({ pk }) => !pk.endsWith('#LEDGER') && !/CALL_SEAL|CALL_SUMMARY/.test(pk));
  return [...left, ...items.in('CONVERSATION#')].map(({ pk, sk }) => `left ${pk} ${sk}`);
}

/** What has become of everything, without ids and times: the same whatever happens on the way. */
export async function essenceOf(world: World, items: Items) {
  const { line, posts, socket, realtime, recordings, copies } = world.outside;
  const conversations = [...new Set(items.in('CONVERSATION#').map(({ pk }) => pk.slice('CONVERSATION#'.length)))];
  const transcripts = conversations.map(async (id) => {
    const conversation = await world.conversations.read(id);
    return conversation ? toTurns(conversation).map(({ sender, text }) => `${sender}: ${text}`) : [];
  });
  const list = (found: Item[], ...fields: string[]) =>
    found.map((item) => JSON.stringify(fields.map((field) => item[field]))).toSorted();
  return {
    calls: list(items.of('CALL'), 'status', 'totalCost', 'endedBy', 'endReason', 'answeredBy', 'leadStatus'),
    messages: list(items.of('SMS'), 'status', 'totalCost'),
    balance: items.in('USER#').find(({ sk }) => sk === 'WALLET')?.['balance'],
    leads: list(items.of('LEAD'), 'status', 'phoneNumber', 'campaignId'),
    campaigns: list(items.of('CAMPAIGN'), 'status', 'name', 'stoppedReason'),
    refused: list(items.of('DO_NOT_CALL'), 'sk'),
    assistants: list(items.of('ASSISTANT'), 'name', 'inboundWebhookUrl', 'isWebhookActive'),
    numbers: list(items.of('NUMBER'), 'id', 'inboundAssistantId'),
    webhooks: list(items.of('WEBHOOK'), 'event', 'status'),
    posted: new Set(posts.map(({ headers }) => headers['webhook-id'])).size,
    dialled: line.dialled.length,
    hungUp: new Set(line.hungUp).size,
    texted: line.sent.length,
    spoken: socket.frames.flatMap(({ frame }) => (frame.kind === 'speech' ? frame.text.trim() : frame.kind)),
    transcripts: await Promise.all(transcripts),
    said: [...realtime.calls.values()].map((call) => call.said.map(({ kind }) => kind)),
    recordings: [recordings.known.size, copies.size()],
  };
}

/** What must never be so, however the way was interrupted. */
export function brokenInvariants(world: World, items: Items): string[] {
  return [
    ...brokenMoney(items),
    ...brokenCalls(world, items),
    ...parallelCalls(world),
    ...brokenMessages(world, items),
    ...openEnds(world, items),
  ];
}

function brokenMoney(items: Items): string[] {
  return items
    .in('USER#')
    .filter(({ sk }) => sk === 'WALLET')
    .flatMap(({ balance, available }) => {
      const booked = items.of('LEDGER').reduce((sum, { amount }) => sum + Number(amount), 0);
      return balance === booked && available === booked
        ? []
        : [`money: ${booked} booked, ${String(balance)}, ${String(available)}`];
    });
}

function brokenCalls({ outside: { line } }: World, items: Items): string[] {
  const calls = items.of('CALL') as unknown as Call[];
  return calls.flatMap(({ id, status, hold, type, totalCost }) => {
    const dials = line.dialled.filter(({ key }) => key.callId === id).length;
    const isAtCarrier = line.known.some(({ owner }) => owner?.callId === id);
    const problems: string[] = [];
    if (!isFinal(status) || hold > 0) problems.push(`call ${status}, ${hold} held`);
    if (dials > 1) problems.push(`dialled ${dials} times`);
    if (type === 'outbound' && isAtCarrier !== hadConversation(status))
      problems.push(`${status}, known: ${isAtCarrier}`);
    if (hadConversation(status) !== totalCost > 0) problems.push(`${status} costs ${totalCost}`);
    return problems;
  });
}

/** A number that is called while it is on the telephone. One that was hung up was over before. */
function parallelCalls({ outside: { line } }: World): string[] {
  const calls = line.known.filter(({ owner, carrierCallId }) => owner && !line.hungUp.includes(carrierCallId));
  return calls
    .filter((one) =>
      calls.some(
        ({ to, createdAt, carrierCallId }) =>
          to === one.to &&
          carrierCallId !== one.carrierCallId &&
          one.createdAt >= createdAt &&
          one.createdAt < createdAt + CALL_SECONDS * 1000,
      ),
    )
    .map(({ to }) => `${to} was called while it was on the telephone`);
}

function brokenMessages({ outside: { line } }: World, items: Items): string[] {
  return items.of('SMS').flatMap(({ id, status, to, direction }) => {
    if (direction === 'inbound') return [];
    const sent = line.sent.filter(({ key }) => key.smsId === id).length;
    const isAtCarrier = line.messages.some((message) => message.to === to);
    if (sent > 1) return [`texted ${sent} times`];
    return status !== 'queued' && (status === 'failed') === !isAtCarrier
      ? []
      : [`SMS ${String(status)}, known: ${isAtCarrier}`];
  });
}

function openEnds({ deadLetters, clock, outside: { posts } }: World, items: Items): string[] {
  const left = {
    'dial queue': items.in('DIAL_QUEUE'),
    'lines of numbers': items.of('CALLED#.*').filter(({ sk }) => sk.startsWith('WAITER#')),
    'live calls': items
      .in('LIVE_CALLS#')
      .filter(({ live, ...rest }) => live !== 0 || Object.values(rest).some((value) => value instanceof Set)),
    'due work': items.in('DUE#'),
    'leads in processing': items.of('LEAD').filter(({ status }) => status === 'processing'),
    'call slots': items
      .in('USER#')
      .filter(({ sk, lines }) => sk === 'DIALER_LINES' && Object.keys(lines as object).length > 0),
    'run locks': items
      .in('USER#')
      .filter(({ sk, claimedUntil }) => sk === 'DIALER_RUN' && Number(claimedUntil) > clock.now()),
    'webhooks lost': items
      .of('WEBHOOK')
      .filter(({ id, status }) => status !== 'delivered' || !posts.some(({ headers }) => headers['webhook-id'] === id)),
    'calls without a webhook': items
      .of('CALL')
      .filter(
        ({ sk, status }) =>
          hadConversation(status as CallStatus) && !items.of('WEBHOOK').some((webhook) => webhook.sk.startsWith(sk)),
      ),
    'open requests': items.of('IDEMPOTENCY#.*').filter(({ answer }) => answer === null),
    'dead letters': deadLetters,
  };
  return Object.entries(left).flatMap(([name, those]) => (those.length > 0 ? [`${those.length} ${name}`] : []));
}
