import type { CountsKind } from '#shared/calls/listing/call-counts.ts';
import type { IdempotencyKey } from '#shared/platform/http/idempotency.ts';
import type { ItemKey } from '#shared/platform/table/definition.ts';

/** Ids in sort keys have 16 digits (2^53 has 16), so that text order is number order, which is time order. */
export function sortableId(id: number): string {
  return String(id).padStart(16, '0');
}

const userPartition = (userId: number, collection: string) => `USER#${userId}#${collection}`;

const inUser = (collection: string) => ({
  partition: (userId: number) => userPartition(userId, collection),
  key: (userId: number, id: number): ItemKey => ({ pk: userPartition(userId, collection), sk: sortableId(id) }),
});

/** The only place that joins the parts of a key. ACCESS-PATTERNS.md says which function reads what by which key. */
export const keys = {
  user: (userId: number): ItemKey => ({ pk: 'USERS', sk: sortableId(userId) }),
  wallet: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'WALLET' }),
  ledger: inUser('LEDGER'),
  tokenByHash: (hash: string): ItemKey => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' }),
  tokenOfUser: inUser('TOKEN'),
  assistant: inUser('ASSISTANT'),
  /** The page index of a list, in a partition of its own: one query reads the heads, a page is read by its first id. */
  pageIndex: {
    ofAssistants: (userId: number) => userPartition(userId, 'ASSISTANT_DIRECTORY'),
    head: 'HEAD#',
    newest: (partition: string): ItemKey => ({ pk: partition, sk: 'HEAD#NEWEST' }),
    pages: (partition: string): ItemKey => ({ pk: partition, sk: 'HEAD#SHELVES' }),
    page: (partition: string, from: number): ItemKey => ({ pk: partition, sk: `SHELF#${sortableId(from)}` }),
  },
  phoneNumber: inUser('NUMBER'),
  phoneNumberOwner: (e164: string): ItemKey => ({ pk: `NUMBER#${e164}`, sk: 'OWNER' }),
  voice: inUser('VOICE'),
  campaign: inUser('CAMPAIGN'),
  /** The campaigns that are in progress, of all users: for the schedule that reconciles them. */
  runningCampaign: {
    partition: 'RUNNING_CAMPAIGNS',
    key: (userId: number, campaignId: number): ItemKey => ({
      pk: 'RUNNING_CAMPAIGNS',
      sk: `${sortableId(userId)}#${sortableId(campaignId)}`,
    }),
  },
  /** The call slots that a user's campaigns occupy. */
  callSlots: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'DIALER_LINES' }),
  /** Which run fills these call slots now. */
  dialerRun: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'DIALER_RUN' }),
  /** How the calls of a campaign went, by time. */
  callOutcomes: {
    partition: (userId: number, campaignId: number) => userPartition(userId, `CAMPAIGN#${campaignId}#OUTCOME`),
    key: (userId: number, campaignId: number, from: number): ItemKey => ({
      pk: userPartition(userId, `CAMPAIGN#${campaignId}#OUTCOME`),
      sk: sortableId(from),
    }),
  },
  /** Calls that wait for the carrier to take them, and the pace at which it does. */
  dialQueue: {
    partition: 'DIAL_LINE',
    pace: (): ItemKey => ({ pk: 'DIAL_LINE', sk: 'PACE' }),
    tenant: (priority: string, userId: number): ItemKey => ({
      pk: 'DIAL_LINE',
      sk: `TENANT#${priority}#${sortableId(userId)}`,
    }),
    waiting: (priority: string) => `WAITING#${priority}#`,
    entry: (priority: string, round: number, userId: number, callId: number): ItemKey => ({
      pk: 'DIAL_LINE',
      sk: `WAITING#${priority}#${sortableId(round)}#${sortableId(userId)}#${sortableId(callId)}`,
    }),
  },
  /** The numbers that a user must not call. */
  doNotCall: {
    partition: (userId: number) => userPartition(userId, 'DO_NOT_CALL'),
    key: (userId: number, e164: string): ItemKey => ({ pk: userPartition(userId, 'DO_NOT_CALL'), sk: e164 }),
  },
  sms: inUser('SMS'),
  /** Set when a message of the carrier has been recognised as one of ours after its answer was lost. */
  recognisedMessage: (userId: number, carrierMessageId: string): ItemKey => ({
    pk: userPartition(userId, 'RECOGNISED_MESSAGE'),
    sk: carrierMessageId,
  }),
  lead: inUser('LEAD'),
  leadContact: inUser('LEAD_CONTACT'),
  /** The leads of a campaign, by status, oldest first; those that wait for a moment by that moment. */
  campaignLead: {
    partition: (userId: number, campaignId: number) => userPartition(userId, `CAMPAIGN#${campaignId}#LEAD`),
    status: (status: string) => `${status}#`,
    key: (
      userId: number,
      campaignId: number,
      { id, status, dueAt }: { id: number; status: string; dueAt: number | null },
    ): ItemKey => ({
      pk: userPartition(userId, `CAMPAIGN#${campaignId}#LEAD`),
      sk: `${status}#${dueAt === null ? '' : `${sortableId(dueAt)}#`}${sortableId(id)}`,
    }),
    /** Sorts after everything of the status that is due by then. */
    dueBy: (status: string, now: number) => `${status}#${sortableId(now + 1)}`,
  },
  /** What lists of leads are made from, by user and by campaign, oldest first. */
  leadRow: inUser('LEAD_ROW'),
  leadRowOfCampaign: {
    partition: (userId: number, campaignId: number) => userPartition(userId, `CAMPAIGN#${campaignId}#LEAD_ROW`),
    key: (userId: number, campaignId: number, leadId: number): ItemKey => ({
      pk: userPartition(userId, `CAMPAIGN#${campaignId}#LEAD_ROW`),
      sk: sortableId(leadId),
    }),
  },
  /** The leads with one main number. */
  leadOfNumber: {
    partition: (userId: number, e164: string) => userPartition(userId, `LEAD_OF#${e164}`),
    key: (userId: number, e164: string, leadId: number): ItemKey => ({
      pk: userPartition(userId, `LEAD_OF#${e164}`),
      sk: sortableId(leadId),
    }),
  },
  campaignNumber: (userId: number, campaignId: number, e164: string): ItemKey => ({
    pk: userPartition(userId, `CAMPAIGN#${campaignId}#NUMBER`),
    sk: e164,
  }),
  call: inUser('CALL'),
  /** Which call came in under this id of the carrier. */
  inboundCall: (carrierCallId: string): ItemKey => ({ pk: `INBOUND_CALL#${carrierCallId}`, sk: 'CALL' }),
  callBody: inUser('CALL_BODY'),
  callConfiguration: inUser('CALL_CONFIGURATION'),
  /** Closed segments of a user's calls: their counts, the calls in them, and summary nodes of many segments. */
  callSegmentCounts: {
    partition: (userId: number, kind: CountsKind) => userPartition(userId, `CALL_SEAL#${kind}`),
    key: (userId: number, kind: CountsKind, from: number, level: 'leaf' | 'branch'): ItemKey => ({
      pk: userPartition(userId, `CALL_SEAL#${kind}`),
      sk: `${sortableId(from)}#${level}`,
    }),
  },
  callSummaryNode: (userId: number, kind: CountsKind, from: number): ItemKey => ({
    pk: userPartition(userId, `CALL_BRANCH#${kind}`),
    sk: sortableId(from),
  }),
  callSegment: inUser('CALL_LEAF'),
  callSegmentVersion: (userId: number): ItemKey => ({ pk: userPartition(userId, 'CALL_SEAL'), sk: 'STATE' }),
  /** The final calls with one customer. */
  callOfNumber: {
    partition: (userId: number, e164: string) => userPartition(userId, `CALL_OF#${e164}`),
    key: (userId: number, e164: string, callId: number): ItemKey => ({
      pk: userPartition(userId, `CALL_OF#${e164}`),
      sk: sortableId(callId),
    }),
  },
  webhookDelivery: (userId: number, callId: number, event: string): ItemKey => ({
    pk: userPartition(userId, 'WEBHOOK'),
    sk: `${sortableId(callId)}#${event}`,
  }),
  /** A partition for each key: nobody lists them, and one user may send many at once. */
  idempotencyKey: ({ userId, route, keyHash }: IdempotencyKey): ItemKey => ({
    pk: `${userPartition(userId, 'IDEMPOTENCY')}#${route}#${keyHash}`,
    sk: 'KEY',
  }),
  conversation: {
    partition: (connectionId: string) => `CONVERSATION#${connectionId}`,
    state: (connectionId: string): ItemKey => ({ pk: `CONVERSATION#${connectionId}`, sk: 'STATE' }),
    script: (connectionId: string): ItemKey => ({ pk: `CONVERSATION#${connectionId}`, sk: 'SCRIPT' }),
    /** Events sort by their epoch millisecond; the suffix keeps two of one millisecond apart. */
    event: (connectionId: string, at: number, suffix: string): ItemKey => ({
      pk: `CONVERSATION#${connectionId}`,
      sk: `EVENT#${sortableId(at)}#${suffix}`,
    }),
  },
  /** Timers of one minute share a partition; the schedule empties minute after minute. */
  dueMinute: (dueAt: number) => `DUE#${sortableId(Math.floor(dueAt / 60_000))}`,
  dueWork: (dueAt: number, suffix: string): ItemKey => ({
    pk: `DUE#${sortableId(Math.floor(dueAt / 60_000))}`,
    sk: `${sortableId(dueAt)}#${suffix}`,
  }),
  dueCursor: (): ItemKey => ({ pk: 'DUE', sk: 'CURSOR' }),
} as const;
