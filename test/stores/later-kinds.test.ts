import { describe, expect, it } from 'vitest';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createAssistantReader, itemOf } from '#shared/assistants/assistant-items.ts';
import { CallBodyItem, CallItem } from '#shared/calls/call-items.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { leadItemOf } from '#shared/campaigns/lead-writes.ts';
import { createDynamoDbModelStore } from '#shared/catalog/models.ts';
import { createDynamoDbVoiceStore } from '#shared/catalog/voices.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { createDynamoDbDoNotCallCheck } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read } from '#shared/platform/table/table.ts';
import { put, type NewItem } from '#shared/platform/table/write.ts';
import { SmsItem } from '#shared/sms/sms.ts';
import { createDynamoDbWebhookDeliveryStore } from '#shared/webhooks/dynamodb-webhook-stores.ts';
import { newUserId } from '#test/stores/adapters.ts';
import {
  buildAccessToken,
  buildAssistant,
  buildCall,
  buildDelivery,
  buildDoNotCallEntry,
  buildLead,
  buildLedgerEntry,
  buildScript,
  buildSms,
  buildState,
  OPENED_AT,
} from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const LATER = 'of_a_later_release';
const store = (item: object) => put(table.real(), item as NewItem);

/** Everything that is told apart by a word, as the next release may store it. docs/decisions/0076-upgrades-and-releases.md */
describe('a stored word that this release does not know', () => {
  const userId = newUserId();

  it('is an event of a conversation that nobody has said', async () => {
    const conversations = createDynamoDbConversationStore(table.real(), createFixedClock(OPENED_AT));
    const connectionId = 'later';
    await conversations.open(buildState({ connectionId }), buildScript());
    await conversations.recordCustomerTurn(connectionId, 'Hello?', OPENED_AT + 1000);
    const before = [await conversations.read(connectionId), await conversations.readRecent(connectionId)];
    const at = OPENED_AT + 2000;
    const expiresAt = OPENED_AT / 1000 + 9000;
    const key = keys.conversation.event(connectionId, at, 'later');
    await store({ ...key, kind: LATER, at, mood: { calm: true }, expiresAt });
    expect([await conversations.read(connectionId), await conversations.readRecent(connectionId)]).toEqual(before);
  });

  it('is a tool and a field of an evaluation that an assistant does not have', async () => {
    const assistant = buildAssistant({ userId });
    const { tools, postCallSchema } = assistant;
    const later = { type: LATER, name: LATER, description: '', data: { a: 1 } };
    await store({ ...itemOf(assistant), tools: [later, ...tools], postCallSchema: [...postCallSchema, later] });
    await expect(createAssistantReader(table.real()).get(userId, assistant.id)).resolves.toEqual(assistant);
  });

  it('is an outcome or a reason of a call that is not known', async () => {
    const call = buildCall({ userId });
    const words = { outcome: LATER, endReason: LATER, notDialled: LATER, leadStatus: LATER };
    const key = keys.call.key(userId, call.id);
    await store({ ...key, ...call, ...words });
    await expect(read(table.real(), key, CallItem)).resolves.toEqual(call);
    const body = { variables: '{}', turns: '[]', evaluation: '{}', reason: { by: LATER, code: 'a', text: 'b' } };
    const bodyKey = { pk: `USER#${userId}#LATER`, sk: 'BODY' };
    await store({ ...bodyKey, ...body });
    await expect(read(table.real(), bodyKey, CallBodyItem)).resolves.toMatchObject({ reason: undefined });
  });

  it('is the reason of a lead that is not known', async () => {
    const lead = buildLead({ userId });
    const item = leadItemOf(lead);
    await store({ ...item, dialing: { ...lead.dialing, reason: LATER } });
    await expect(createDynamoDbLeadStore(table.real()).get(userId, lead.id)).resolves.toEqual(lead);
  });

  it('is a scope that an access token does not give', async () => {
    const token = buildAccessToken({ userId, hash: 'later', scopes: ['read'] });
    await store({ ...keys.tokenByHash('later'), ...token, scopes: ['read', LATER] });
    await expect(createDynamoDbTokenStore(table.real()).findByHash('later')).resolves.toMatchObject({
      scopes: ['read'],
    });
  });

  it('is a correction in the ledger, whose amount counts', async () => {
    const entry = buildLedgerEntry({ userId });
    await store({ ...keys.ledger.key(userId, entry.id), ...entry, kind: LATER });
    await expect(createDynamoDbWalletStore(table.real()).ledger(userId)).resolves.toEqual([
      { ...entry, kind: 'correction' },
    ]);
  });

  it('is a delivery that is not listed', async () => {
    const deliveries = createDynamoDbWebhookDeliveryStore(table.real());
    const delivery = buildDelivery({ userId });
    const { callId } = delivery;
    await store({ ...keys.webhookDelivery(userId, callId, delivery.event), ...delivery });
    await store({ ...keys.webhookDelivery(userId, callId, LATER), ...delivery, event: LATER });
    await expect(deliveries.listOfCall(userId, callId)).resolves.toEqual([delivery]);
    await expect(deliveries.listOfSms(userId, callId)).resolves.toEqual([]);
  });

  it('is a model or a voice that is not offered', async () => {
    const model = { id: 2001, name: LATER, mode: 'pipeline', provider: LATER, providerModel: 'a' };
    await store({ ...keys.model.key(model.id), ...model });
    await expect(createDynamoDbModelStore(table.real()).list()).resolves.toEqual([]);
    const voice = { id: 1, name: 'Ava', mode: 'pipeline', provider: LATER, providerVoice: 'a' };
    await store({ ...keys.voice.key(userId, voice.id), ...voice });
    await expect(createDynamoDbVoiceStore(table.real()).list(userId)).resolves.toEqual([]);
  });

  it('is an entry of the do-not-call list that counts', async () => {
    const entry = buildDoNotCallEntry({ userId });
    await store({ ...keys.doNotCall.key(userId, entry.phoneNumber), ...entry, source: LATER });
    const check = createDynamoDbDoNotCallCheck(table.real(), async () => ['key']);
    await expect(check.has(userId, entry.phoneNumber)).resolves.toBe(true);
  });

  it('is a text that has changed no do-not-call list', async () => {
    const sms = buildSms({ userId });
    const key = keys.sms.key(userId, sms.id);
    await store({ ...key, ...sms, optOut: LATER });
    await expect(read(table.real(), key, SmsItem)).resolves.toEqual(sms);
  });
});
