import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import { inUser, sortableId, tokenKeys, userPartition } from '#shared/platform/table/user-keys.ts';

const SHARDS_PER_PARTITION = 32;

/** Keys of the default carrier account name none: they are older than the others. */
const ofAccount = (key: string, account: string) => (account === DEFAULT_CARRIER_ACCOUNT ? key : `${key}#${account}`);

const inUserByName = (collection: string) => ({
  partition: (userId: number) => userPartition(userId, collection),
  key: (userId: number, name: string): ItemKey => ({ pk: userPartition(userId, collection), sk: name }),
});

const inSmsIndex = inUserByName('SMS_INDEX').key;

export const keys = {
  user: (userId: number): ItemKey => ({ pk: 'USERS', sk: sortableId(userId) }),
  wallet: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'WALLET' }),
  walletPart: {
    partition: (userId: number) => `USER#${userId}`,
    all: 'WALLET',
    key: (userId: number, part: number): ItemKey => ({
      pk: `USER#${userId}`,
      sk: part === 0 ? 'WALLET' : `WALLET#${String(part).padStart(2, '0')}`,
    }),
  },
  ledger: inUser('LEDGER'),
  usage: {
    partition: (userId: number) => userPartition(userId, 'USAGE'),
    day: (userId: number, date: string): ItemKey => ({ pk: userPartition(userId, 'USAGE'), sk: date }),
  },
  ...tokenKeys,
  assistant: inUser('ASSISTANT'),
  assistantOfUuid: inUserByName('ASSISTANT_UUID').key,
  assistantVersion: (userId: number, assistantId: number, version: number): ItemKey => ({
    pk: userPartition(userId, 'ASSISTANT_VERSION'),
    sk: `${sortableId(assistantId)}#${sortableId(version)}`,
  }),
  tool: inUser('TOOL'),
  toolSecret: inUser('TOOL_SECRET').key,
  toolOfName: inUserByName('TOOL_NAME').key,
  pageIndex: {
    ofAssistants: (userId: number) => userPartition(userId, 'ASSISTANT_DIRECTORY'),
    ofDoNotCall: (userId: number) => userPartition(userId, 'DO_NOT_CALL_INDEX'),
    ofLeads: (userId: number) => userPartition(userId, 'LEAD_INDEX'),
    ofCampaignLeads: (userId: number, campaignId: number) => userPartition(userId, `CAMPAIGN#${campaignId}#LEAD_INDEX`),
  },
  /** The count and the size of a list that is answered whole. */
  listTotal: {
    ofAssistants: (userId: number): ItemKey => ({ pk: userPartition(userId, 'ASSISTANT_DIRECTORY'), sk: 'TOTAL' }),
    ofCampaigns: (userId: number): ItemKey => ({ pk: userPartition(userId, 'CAMPAIGN_TOTAL'), sk: 'TOTAL' }),
    ofTools: (userId: number): ItemKey => ({ pk: userPartition(userId, 'TOOL_NAME'), sk: '#TOTAL' }),
  },
  blockIndex: {
    head: 'HEAD#',
    newest: (partition: string, shard = ''): ItemKey => ({ pk: partition, sk: `HEAD#NEWEST${shard}` }),
    blocks: (partition: string): ItemKey => ({ pk: partition, sk: 'HEAD#SHELVES' }),
    block: (partition: string, from: number): ItemKey => ({ pk: partition, sk: `SHELF#${sortableId(from)}` }),
  },
  groupIndex: {
    bucket: (partition: string, from: number, bucket: number): ItemKey => ({
      pk: partition,
      sk: `${sortableId(from)}#${String(bucket).padStart(2, '0')}`,
    }),
    counters: (partition: string) => `${partition}#COUNT`,
    counter: (partition: string, from: number, counter: number): ItemKey => ({
      pk: `${partition}#COUNT`,
      sk: `${sortableId(from)}#${counter}`,
    }),
    groups: (partition: string): ItemKey => ({ pk: `${partition}#COUNT`, sk: 'GROUPS' }),
  },
  phoneNumber: inUser('NUMBER'),
  phoneNumberOwner: (e164: string): ItemKey => ({ pk: `NUMBER#${e164}`, sk: 'OWNER' }),
  voice: inUser('VOICE'),
  model: { partition: 'MODELS', key: (id: number): ItemKey => ({ pk: 'MODELS', sk: sortableId(id) }) },
  campaign: inUser('CAMPAIGN'),
  deletedCampaign: inUser('DELETED_CAMPAIGN'),
  runningCampaign: {
    shards: 8,
    partition: (shard: number) => `RUNNING_CAMPAIGNS#${shard}`,
    key: (userId: number, campaignId: number): ItemKey => ({
      pk: `RUNNING_CAMPAIGNS#${campaignId % 8}`,
      sk: `${sortableId(userId)}#${sortableId(campaignId)}`,
    }),
  },
  callSlots: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'DIALER_LINES' }),
  dialerRun: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'DIALER_RUN' }),
  callOutcomes: {
    partition: (userId: number, campaignId: number) => userPartition(userId, `CAMPAIGN#${campaignId}#OUTCOME`),
    key: (userId: number, campaignId: number, from: number): ItemKey => ({
      pk: userPartition(userId, `CAMPAIGN#${campaignId}#OUTCOME`),
      sk: sortableId(from),
    }),
  },
  dialQueue: {
    partition: (account: string) => ofAccount('DIAL_QUEUE', account),
    waiting: (priority: string) => `${priority}#`,
    fromRound: (priority: string, round: number) => `${priority}#${sortableId(round)}`,
    entry: (account: string, priority: string, round: number, userId: number, callId: number): ItemKey => ({
      pk: ofAccount('DIAL_QUEUE', account),
      sk: `${priority}#${sortableId(round)}#${sortableId(userId)}#${sortableId(callId)}`,
    }),
    state: (account: string): ItemKey => ({ pk: ofAccount('DIAL_PACE', account), sk: 'PACE' }),
    /** Of one pump: earlier releases had more, for all accounts, in the partition of the default one. */
    pump: (account: string): ItemKey => ({ pk: ofAccount('DIAL_PACE', account), sk: 'PUMP#0' }),
    roundIn: (entrySk: string): number => Number(entrySk.split('#')[1]),
    round: (account: string, priority: string, userId: number): ItemKey => ({
      pk: `USER#${userId}`,
      sk: ofAccount(`DIAL_ROUND#${priority}`, account),
    }),
  },
  liveCalls: {
    partition: (partition: number) => `LIVE_CALLS#${partition}`,
    /** One query reads the shards of a partition: at most 32 KB, 8 read units. */
    shardsPerPartition: SHARDS_PER_PARTITION,
    shard: (shard: number): ItemKey => ({
      pk: `LIVE_CALLS#${Math.floor(shard / SHARDS_PER_PARTITION)}`,
      sk: sortableId(shard),
    }),
  },
  expensiveSpend: (userId: number): ItemKey => ({ pk: userPartition(userId, 'EXPENSIVE_SPEND'), sk: 'SPEND' }),
  widgetCalls: inUser('WIDGET_CALLS').key,
  visitorCalls: inUserByName('VISITOR_CALLS').key,
  doNotCall: inUserByName('DO_NOT_CALL'),
  doNotCallRow: inUser('DO_NOT_CALL_ROW'),
  doNotCallOlder: (userId: number): ItemKey => ({ pk: userPartition(userId, 'DO_NOT_CALL_INDEX'), sk: 'OLDER' }),
  erasedNumber: inUserByName('DO_NOT_CALL_ERASED').key,
  hasErasedNumbers: (userId: number): ItemKey => ({ pk: `USER#${userId}`, sk: 'DO_NOT_CALL_ERASED' }),
  optOut: (userId: number, e164: string): ItemKey => ({ pk: userPartition(userId, 'OPT_OUT'), sk: e164 }),
  sms: inUser('SMS'),
  smsIndex: {
    partition: (userId: number) => userPartition(userId, 'SMS_INDEX'),
    head: (userId: number) => inSmsIndex(userId, 'HEAD'),
    blocks: 'BLOCK#',
    block: (userId: number, from: number, nonce: string) => inSmsIndex(userId, `BLOCK#${sortableId(from)}#${nonce}`),
    lateOnes: 'LATE#',
    late: (userId: number, smsId: number) => inSmsIndex(userId, `LATE#${sortableId(smsId)}`),
  },
  inboundSms: inUserByName('RECEIVED_MESSAGE').key,
  recognisedMessage: inUserByName('RECOGNISED_MESSAGE').key,
  lead: inUser('LEAD'),
  leadContact: inUser('LEAD_CONTACT'),
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
    dueBy: (status: string, now: number) => `${status}#${sortableId(now + 1)}`,
  },
  leadRow: inUser('LEAD_ROW'),
  leadRowOfCampaign: {
    partition: (userId: number, campaignId: number) => userPartition(userId, `CAMPAIGN#${campaignId}#LEAD_ROW`),
    key: (userId: number, campaignId: number, leadId: number): ItemKey => ({
      pk: userPartition(userId, `CAMPAIGN#${campaignId}#LEAD_ROW`),
      sk: sortableId(leadId),
    }),
  },
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
  calledNumber: {
    partition: (userId: number, e164: string) => userPartition(userId, `CALLED#${e164}`),
    key: (userId: number, e164: string): ItemKey => ({ pk: userPartition(userId, `CALLED#${e164}`), sk: 'NUMBER' }),
    /** They sort behind the number. */
    waiter: (userId: number, e164: string, name: string): ItemKey => ({
      pk: userPartition(userId, `CALLED#${e164}`),
      sk: `WAITER#${name}`,
    }),
  },
  call: inUser('CALL'),
  /** The call with this call id of the carrier. The prefix dates from when only inbound calls had this item. */
  carrierCall: (carrierCallId: string): ItemKey => ({ pk: `INBOUND_CALL#${carrierCallId}`, sk: 'CALL' }),
  callBody: inUser('CALL_BODY'),
  /** What its model has done outside of the service, for some words of the customer. */
  toolUse: {
    partition: (userId: number, callId: number) => userPartition(userId, `CALL#${callId}#TOOL_USE`),
    key: (userId: number, callId: number, turn: string): ItemKey => ({
      pk: userPartition(userId, `CALL#${callId}#TOOL_USE`),
      sk: turn,
    }),
  },
  /** What the receiver of the webhook answered. It sorts right behind the body. */
  callWebhookResponse: (userId: number, callId: number): ItemKey => ({
    pk: userPartition(userId, 'CALL_BODY'),
    sk: `${sortableId(callId)}#WEBHOOK`,
  }),
  callConfiguration: inUser('CALL_CONFIGURATION'),
  callSummary: inUser('CALL_SUMMARY'),
  callSummaryVersion: (userId: number): ItemKey => ({ pk: userPartition(userId, 'CALL_SUMMARY_VERSION'), sk: 'STATE' }),
  callSummaryGroups: {
    partition: (userId: number, bucket: string) => userPartition(userId, `CALL_SUMMARY_GROUPS#${bucket}`),
    key: (userId: number, bucket: string, content: string): ItemKey => ({
      pk: userPartition(userId, `CALL_SUMMARY_GROUPS#${bucket}`),
      sk: content,
    }),
  },
  callSummaryContent: {
    partition: (userId: number, content: string) => userPartition(userId, `CALL_SUMMARY_CONTENT#${content}`),
    key: (userId: number, content: string, part: string): ItemKey => ({
      pk: userPartition(userId, `CALL_SUMMARY_CONTENT#${content}`),
      sk: part,
    }),
  },
  callSummaryState: inUserByName('CALL_SUMMARY_STATE'),
  callSegmentCursor: (): ItemKey => ({ pk: 'CALL_SEAL', sk: 'CURSOR' }),
  /** A final call under its customer's number. Written by releases before 2026-11-22 only, and deleted with the call. */
  callOfNumber: (userId: number, e164: string, callId: number): ItemKey => ({
    pk: userPartition(userId, `CALL_OF#${e164}`),
    sk: sortableId(callId),
  }),
  webhookDelivery: (userId: number, callId: number, event: string): ItemKey => ({
    pk: userPartition(userId, 'WEBHOOK'),
    sk: `${sortableId(callId)}#${event}`,
  }),
  webhookEndpoint: {
    partition: (userId: number) => userPartition(userId, 'WEBHOOK_ENDPOINT'),
    key: (userId: number, origin: string): ItemKey => ({ pk: userPartition(userId, 'WEBHOOK_ENDPOINT'), sk: origin }),
  },
  /** One partition per key: keys are never listed, and one user may send many at once. */
  idempotencyKey: ({ userId, route, keyHash }: { userId: number; route: string; keyHash: string }): ItemKey => ({
    pk: `${userPartition(userId, 'IDEMPOTENCY')}#${route}#${keyHash}`,
    sk: 'KEY',
  }),
  conversation: {
    partition: (connectionId: string) => `CONVERSATION#${connectionId}`,
    state: (connectionId: string): ItemKey => ({ pk: `CONVERSATION#${connectionId}`, sk: 'STATE' }),
    script: (connectionId: string): ItemKey => ({ pk: `CONVERSATION#${connectionId}`, sk: 'SCRIPT' }),
    /** Sorts by epoch millisecond. The suffix separates events of one millisecond. */
    event: (connectionId: string, at: number, suffix: string): ItemKey => ({
      pk: `CONVERSATION#${connectionId}`,
      sk: `EVENT#${sortableId(at)}#${suffix}`,
    }),
  },
  due: {
    minute: (shard: number, dueAt: number) => `DUE#${shard}#${sortableId(Math.floor(dueAt / 60_000))}`,
    work: (shard: number, dueAt: number, suffix: string): ItemKey => ({
      pk: `DUE#${shard}#${sortableId(Math.floor(dueAt / 60_000))}`,
      sk: `${sortableId(dueAt)}#${suffix}`,
    }),
    cursor: (shard: number): ItemKey => ({ pk: `DUE_CURSOR#${shard}`, sk: 'CURSOR' }),
  },
  erasure: (name: string): ItemKey => ({ pk: 'ERASURE', sk: name }),
  audit: {
    partition: (month: string) => `AUDIT#${month}`,
    entry: (month: string, name: string): ItemKey => ({ pk: `AUDIT#${month}`, sk: name }),
  },
} as const;
