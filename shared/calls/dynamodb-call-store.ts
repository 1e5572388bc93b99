import * as v from 'valibot';
import { readVersion } from '#shared/assistants/assistant-items.ts';
import {
  CallConfigurationItem,
  CallBodyItem,
  CallItem,
  CarrierCallItem,
  WebhookResponseItem,
  type CallConfiguration,
} from '#shared/calls/call-items.ts';
import { because, type ReasonCode } from '#shared/calls/call-reasons.ts';
import { type CallStore, type ConversationCalls, isShownChange } from '#shared/calls/call-store.ts';
import {
  assignCarrierId,
  claimDialling,
  createWithHold,
  putBack,
  removeCall,
  settle,
} from '#shared/calls/call-transactions.ts';
import { isSettled, type Call, type CallBody, type CallKey } from '#shared/calls/call.ts';
import { listSizes, type ListSizes } from '#shared/calls/listing/summary.ts';
import { leaveShard } from '#shared/calls/live-calls.ts';
import { areTransfers, holdForTransfer } from '#shared/calls/transfer-transactions.ts';
import { allOf, expr, present, type Change } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import { put, update, updateIf } from '#shared/platform/table/write.ts';

type ChangeHead = (key: CallKey, change: Change<Call>) => Promise<Call | undefined>;

/** What a conversation asks of its call. Its bundle has nothing of dialling, money and lists. */
export function createDynamoDbConversationCalls(table: Table): ConversationCalls {
  const changeHead = headChanger(table);
  return {
    get: ({ userId, callId }) => read(table, keys.call.key(userId, callId), CallItem),
    getConfiguration: (key) => readConfiguration(table, key),
    ...connections(changeHead),

    async recordEndedBy(key, endedBy, reason) {
      const condition = allOf([{ endedBy: null }, expr`hold > ${0}`]);
      await changeHead(key, { set: { endedBy, ...(reason && because(reason)) }, condition });
    },
    changeTransfers: (key, { before, after }, at) =>
      changeHead(key, {
        set: { transfers: [...after], updatedAt: at },
        condition: allOf([{ status: 'in-progress' }, areTransfers(before)]),
      }),
    async forgetEnd(key) {
      await changeHead(key, { set: { endedBy: null }, condition: { endedBy: 'assistant', status: 'in-progress' } });
    },
  };
}

function headChanger(table: Table): ChangeHead {
  return ({ userId, callId }, change) => updateIf(table, keys.call.key(userId, callId), CallItem, change);
}

/** @param sizes of lists, which deletions and late calls change; tests use small ones */
export function createDynamoDbCallStore(table: Table, sizes: Pick<ListSizes, 'mostChanges'> = listSizes): CallStore {
  const changeHead = headChanger(table);
  return {
    ...createDynamoDbConversationCalls(table),

    createWithHold: (call, configuration, entry, begins) =>
      createWithHold(table, { call, configuration, entry, begins }, sizes),
    claimDialling: (entry, claim) => claimDialling(table, entry, claim),
    putBack: (entry) => putBack(table, entry),
    settle: (settlement, known) => settle(table, settlement, known),
    holdForTransfer: (call, transfer, at) => holdForTransfer(table, call, transfer, at),
    remove: (key, at) => removeCall(table, key, at, sizes),

    findByCarrierId: (carrierCallId) => read(table, keys.carrierCall(carrierCallId), CarrierCallItem),
    assignCarrierId: (key, carrierCallId, at) => assignCarrierId(table, key, carrierCallId, at),
    getBody: (key) => readBody(table, key),

    endConversation: (call) => endConversation(table, call),

    cancelDialling: (key, reason, at) =>
      changeHead(key, {
        set: { status: 'failed', notDialled: reason, endedAt: at, updatedAt: at },
        condition: { status: 'initiated', claimedAt: null },
      }),

    failLost: (key, at) =>
      changeHead(key, {
        set: { status: 'failed', ...firstReason('carrier_lost'), endedAt: at, updatedAt: at },
        condition: { status: ['initiated', 'ringing', 'in-progress'], carrierCallId: null },
      }),

    async change(key, { reason, ...changes }, at, from) {
      const isShown = isShownChange(changes);
      // Before the head is changed, so that a crash in between leaves no list with an old copy.
      if (changes.recordingAbsentAt !== undefined) await removeShownCopy(table, key);
      const call = await changeHead(key, {
        set: { ...changes, ...(reason && firstReason(reason)), ...(isShown && { updatedAt: at }) },
        condition: from === undefined ? present : { status: from },
      });
      if (call && isShown && isSettled(call)) await removeShownCopy(table, key);
      return call;
    },

    async announceRecording(key, recording) {
      await changeHead(key, { set: { recording }, condition: { recording: null } });
    },

    async recordWebhookResponse({ userId, callId }, webhookResponse) {
      // A mark there says that the call was removed while its webhook was posted.
      const condition = expr`attribute_not_exists(removed)`;
      await put(table, { ...keys.callWebhookResponse(userId, callId), webhookResponse }, condition);
    },
  };
}

/** Records a reason, unless there is one. */
function firstReason(code: ReasonCode): Change<Call>['set'] {
  const { reason, endReason } = because(code);
  return {
    reason: expr`if_not_exists(reason, ${reason})`,
    ...(endReason && { endReason: expr`if_not_exists(endReason, ${endReason})` }),
  };
}

/** The assistant as it was when the call was made: the copy that the configuration names, or holds if an older release made it. */
async function readConfiguration(table: Table, { userId, callId }: CallKey): Promise<CallConfiguration | undefined> {
  const stored = await read(table, keys.callConfiguration.key(userId, callId), CallConfigurationItem);
  if (!stored) return undefined;
  const { assistant: held, pinned, ...rest } = stored;
  const assistant = held ?? (pinned && (await readVersion(table, { userId, ...pinned })));
  if (!assistant) throw new Error(`the assistant of call ${callId} has no copy`);
  return { ...rest, assistant: { ...assistant, variables: {} } };
}

/** The body and, behind it, the answer to the webhook: one query. */
async function readBody(table: Table, { userId, callId }: CallKey): Promise<CallBody | undefined> {
  const { pk: partition, sk } = keys.callBody.key(userId, callId);
  const where = expr`sk BETWEEN ${sk} AND ${keys.callWebhookResponse(userId, callId).sk}`;
  const [body, answer] = await query(table, { partition, where }, v.union([CallBodyItem, WebhookResponseItem]));
  if (!body || !('turns' in body)) return undefined;
  return { ...body, ...(answer?.webhookResponse && { webhookResponse: answer.webhookResponse }) };
}

/** Lists read the head of this call from now on. */
async function removeShownCopy(table: Table, { userId, callId }: CallKey): Promise<void> {
  await update(table, keys.callBody.key(userId, callId), { remove: ['shown'], condition: present });
}

/** Each connection is a claim whose owner is its id, so that a repeated write recognises itself. */
function connections(changeHead: ChangeHead): Pick<CallStore, 'connectConversation' | 'connectSpeechModel'> {
  return {
    connectConversation(key, { connectionId, connectionNumber: before, carrierCallId, earlierConnections }, at) {
      const isFree = before === 0 ? expr`attribute_not_exists(connections)` : expr`connections = ${before}`;
      const isMine = expr`connections = ${before + 1} AND connectionId = ${connectionId}`;
      return changeHead(key, {
        set: {
          connectionId,
          connections: before + 1,
          ...(earlierConnections && { earlierConnections }),
          updatedAt: at,
        },
        condition: allOf([{ status: 'in-progress', carrierCallId }, expr`${isFree} OR ${isMine}`]),
      });
    },

    connectSpeechModel(key, { connectionId, realtimeCallId }, at) {
      const isFree = expr`attribute_not_exists(realtimeCallId) OR realtimeCallId = ${realtimeCallId}`;
      return changeHead(key, {
        set: { connectionId, realtimeCallId, updatedAt: at },
        condition: allOf([{ status: 'in-progress' }, isFree]),
      });
    },
  };
}

/** The call counts no longer as one of the conversations at once. */
async function endConversation(table: Table, { userId, id: callId, liveShard }: Call): Promise<void> {
  if (liveShard === undefined) return;
  const { update: item, ...change } = leaveShard({ userId, callId }, liveShard);
  await update(table, item, change);
}
