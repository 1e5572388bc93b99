import { deepEqual } from 'node:assert/strict';
import { createAccessToken, hashAccessToken } from '#shared/accounts/access-tokens.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { dialCall } from '#shared/dialling/dial-call.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { sealHeaders } from '#shared/tools/tool-secrets.ts';
import type { Delivery, World } from '#test/slow/matrix/world.ts';
import {
  buildAccessToken,
  buildAssistant,
  buildCampaign,
  buildLead,
  buildLedgerEntry,
  buildPhoneNumber,
  buildUser,
} from '#test/support/builders.ts';
import { carrierEvent, numberEvent, socketEvent } from '#test/support/events.ts';
import { httpEvent } from '#test/support/http-event.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

export interface Scenario {
  /** The function, as in the manifest. */
  id: string;
  name?: string;
  assistant?: Partial<Assistant>;
  /** Brings the world to the moment before the function runs, and returns its event. */
  prepare: (world: World) => Promise<Delivery>;
  /** What happens beside the run, or right after it; a second delivery of the same event by default. */
  beside?: (world: World) => Promise<void>;
  /** The call is deleted with everything that names it or its customer. */
  isDeleted?: boolean;
  /** The customer has said something that is answered, however often a run is killed. */
  isAnswered?: boolean;
  /** What the others do after it has run or was killed. */
  afterwards?: (world: World, isKilled: boolean) => Promise<unknown>;
  /** When a run is killed, something else decides about its call before the request is repeated. */
  mayEndOtherwise?: boolean;
  /** A repeat of the request means another one. */
  isNewEachTime?: boolean;
}

const SHOP = 'https://shop.example.com';
const widgetLook = { theme: 'light', color: '#2563eb', position: 'bottom-right' } as const;
const userId = 1;
const OURS = '+12025550001';
const INBOUND = '+12025550002';
const THEIRS = '+12025550100';
const connectionId = 'connection-1';
const url = 'https://hooks.example.com/calls';
const campaignId = 4001;

/** The user has money, a number for each direction, and an assistant for each. */
export async function seed(world: World, assistant: Partial<Assistant> = {}): Promise<void> {
  const { id: _, ...account } = buildUser();
  await world.users.create(account);
  await world.wallets.book(buildLedgerEntry({ id: 1, userId, amount: 100_000_000 }));
  await world.phoneNumbers.add(buildPhoneNumber({ id: 1, userId, phoneNumber: OURS }));
  await world.phoneNumbers.add(buildPhoneNumber({ id: 2, userId, phoneNumber: INBOUND }));
  const webhook = { webhookUrl: url, isWebhookActive: true };
  await world.assistants.create(buildAssistant({ userId, phoneNumberId: 1, ...webhook, ...assistant }));
  const inbound = { ...assistant, id: 2002, type: 'inbound', phoneNumberId: 2 } as const;
  await world.assistants.create(buildAssistant({ userId, ...webhook, ...inbound }));
}

const arriving = (world: World, id: string, event: unknown): Delivery => ({
  id,
  event,
  at: world.clock.now(),
  receives: 0,
});

type About = string | Omit<Scenario, 'prepare'>;
const named = (about: About) => (typeof about === 'string' ? { id: about } : about);

/** The function is called with this event. */
const given = (about: About, eventOf: (world: World) => unknown): Scenario => ({
  ...named(about),
  prepare: async (world) => arriving(world, named(about).id, await eventOf(world)),
});
/** The function is called with the event that the others cause next. */
const caused = (about: About, act: (world: World) => Promise<unknown>): Scenario => ({
  ...named(about),
  prepare: async (world) => act(world).then(() => world.until(named(about).id)),
});

const http = (id: string, parts: Parameters<typeof httpEvent>[0], more?: Partial<Scenario>) =>
  given({ id, ...more }, () => request(parts));
const request = (parts: Parameters<typeof httpEvent>[0]) =>
  httpEvent({ userId, headers: { 'idempotency-key': 'key-1' }, method: 'POST', ...parts });

const makeCall = (world: World, key = 'key-1') =>
  world.send(
    'calls/make-call',
    request({ headers: { 'idempotency-key': key }, body: { phone_number: THEIRS, assistant_id: 2001 } }),
  );
const sendSms = (world: World, key = 'key-1') =>
  world.send(
    'sms/send-sms',
    request({
      headers: { 'idempotency-key': key },
      body: { from: 1, to: THEIRS, body: 'Your appointment is on Tuesday.' },
    }),
  );

/** A campaign with two leads, one of them with a contact. It does not run yet. */
async function addCampaign(world: World, status: 'draft' | 'in-progress' = 'draft', maxCallsInParallel = 1) {
  const campaign = buildCampaign({ id: campaignId, userId, assistantId: 2001, maxCallsInParallel });
  await world.campaigns.add({ ...campaign, markCompleteWhenNoLeads: true });
  const id = createRecordId(world.clock.now(), () => 0);
  await world.leads.create(buildLead({ id, userId, campaignId, phoneNumber: THEIRS }), []);
  await world.leads.create(buildLead({ id: id + 1, userId, campaignId, phoneNumber: '+12025550101' }), []);
  if (status === 'in-progress') await start(world);
  return { campaign, leadId: id };
}
const start = (world: World) =>
  world.send('campaigns/update-campaign-status', request({ body: { campaign_id: campaignId, action: 'start' } }));

const during = (id: string, more?: Partial<Scenario>) => caused({ id, ...more }, (world) => makeCall(world));

const callOf = (world: World) => world.outside.line.known[0]!;
const callback = (world: World, path: string, form: Record<string, string>) =>
  carrierEvent(callOf(world).owner!, path, { CallSid: callOf(world).carrierCallId, ...form });

/** A call that was answered. */
async function answer(world: World) {
  await makeCall(world);
  const answered = await world.until('carrier/twilio-call-answered');
  await world.deliver(answered);
}

const frame = (world: World, content: unknown, ago = 0) =>
  socketEvent({ connectionId, frame: content, at: world.clock.now() - ago });
function setup(world: World, connectionNumber = 0) {
  const { carrierCallId, owner } = callOf(world);
  const customParameters = { call: `${owner!.userId}.${owner!.callId}`, token: `token.${connectionNumber}` };
  const id = connectionNumber === 0 ? connectionId : `connection-${connectionNumber + 1}`;
  const content = { type: 'setup', callSid: carrierCallId, customParameters };
  return socketEvent({ connectionId: id, frame: content, at: world.clock.now() });
}
const prompt = (world: World, voicePrompt: string, last = true) => frame(world, { type: 'prompt', voicePrompt, last });

const incoming = () => numberEvent('incoming', { CallSid: 'CAin', From: THEIRS, To: INBOUND });
const question = { type: 'prompt', voicePrompt: 'Who is there?', last: true };
const voice = (value: 'on' | 'off') => ({ type: 'info', name: 'agentSpeaking', value });

async function talk(world: World, ...frames: unknown[]) {
  await answer(world);
  await world.send('socket/message', setup(world));
  for (const content of frames) {
    world.move(1000);
    await world.send('socket/message', frame(world, content));
  }
  world.move(1000);
}

const HUMAN = '+12025550120';

/** The assistant has told the customer that a human is called. */
async function passOn(world: World) {
  await talk(world, voice('off'));
  const at = world.clock.now();
  const transfer = { id: 1, to: HUMAN, status: 'requested', startedAt: at } as const;
  await world.calls.changeTransfers(callOf(world).owner!, { before: undefined, after: [transfer] }, at);
}
const handOver = (world: World) =>
  callback(world, 'conversation-ended', {
    SessionId: 'VX1',
    SessionStatus: 'ended',
    CallStatus: 'in-progress',
    HandoffData: 'transfer:1',
  });
async function ring(world: World) {
  await passOn(world);
  await world.send('carrier/twilio-conversation-ended', handOver(world));
  world.move(2_000);
}
const LEG = `CA${'f'.repeat(32)}`;
const legEnd = { CallStatus: 'in-progress', DialCallSid: LEG };
const legCallback = (world: World, form: Record<string, string> = {}) =>
  callback(world, 'transfer-leg', { CallSid: LEG, ParentCallSid: callOf(world).carrierCallId, ...form });
const declined = (world: World) =>
  world.send(
    'carrier/twilio-transfer-ended',
    callback(world, 'transfer-ended', { ...legEnd, DialCallStatus: 'no-answer', DialBridged: 'false' }),
  );
const talked = (world: World) =>
  world.send(
    'carrier/twilio-transfer-ended',
    callback(world, 'transfer-ended', { ...legEnd, DialCallStatus: 'completed', DialBridged: 'true' }),
  );

const hearing = (name: string, frames: unknown[], next: unknown, more: Partial<Scenario> = {}) =>
  given({ id: 'socket/message', name, ...more }, (world) => talk(world, ...frames).then(() => frame(world, next)));

async function endWaiting(world: World) {
  const {
    entries: [waiting],
  } = await world.dialQueue.peek('default', 1, () => false);
  return request({ id: waiting!.callId });
}

/** API Gateway delivers a frame once. The customer who gets no answer speaks again. */
const speakAgain = async (world: World, isKilled: boolean) => {
  if (!isKilled) return;
  world.move(3000);
  await world.send('socket/message', prompt(world, 'Are you still there?'));
};

const dropped = { SessionStatus: 'failed', ErrorCode: '64105', CallStatus: 'in-progress', SessionId: 'VX1' };

const onCall = (id: string, path: string, form: Record<string, string>, more: Partial<Scenario> = {}): Scenario => ({
  id,
  async prepare(world) {
    await answer(world);
    await world.send('socket/message', setup(world));
    return arriving(world, id, callback(world, path, form));
  },
  ...more,
});

const speech = {
  mode: 'multimodal',
  llmModelId: null,
  multimodalModelId: 101,
  voiceId: 101,
  endCallOnVoicemail: false,
} as const;
const endCall = { type: 'end_call' as const, data: { description: 'After the goodbye.' } };
function offer(world: World) {
  const { owner } = callOf(world);
  world.outside.realtime.ring('rtc_1');
  const sip_headers = [
    { name: 'x-ringback-call', value: `${owner!.userId}.${owner!.callId}` },
    { name: 'x-ringback-token', value: 'token' },
  ];
  return httpEvent({ body: { type: 'realtime.call.incoming', data: { call_id: 'rtc_1', sip_headers } } });
}
const realtime = (id: string, next: (world: World) => Delivery | Promise<Delivery>): Scenario => ({
  id,
  assistant: { ...speech, tools: [endCall] },
  async prepare(world) {
    await answer(world);
    const event = offer(world);
    if (id === 'carrier/openai-call-incoming') return arriving(world, id, event);
    await world.send('carrier/openai-call-incoming', event);
    return next(world);
  },
});

const tool = { name: 'find_slots', description: 'Finds slots.', endpoint: url, method: 'GET' };
const addTool = async (world: World) => {
  const deps = { secrets: world.secrets };
  const sealed = await sealHeaders({ 'X-Key': 'value-of-the-key' }, { userId, toolId: 5_001 }, deps);
  await world.userTools.create(buildUserTool({ userId, id: 5_001 }), sealed);
};

const inCampaign = (id: string, next: (leadId: number) => unknown) =>
  given(id, async (world) => next((await addCampaign(world)).leadId));

async function recorded(world: World) {
  const { carrierCallId } = callOf(world);
  world.outside.recordings.known.set(carrierCallId, {
    id: 'RE1',
    state: 'ready',
    durationSeconds: 30,
    audio: Buffer.from('RIFF\u0008\0\0\0WAVE\u0001\u0002\u0003\u0004'),
  });
}

/**
 * Nobody repeats the events of these functions, or nobody knows how far their request to the carrier came. When a run is killed,
 * the call or the message may end in another way: every invariant holds.
 */
export const unrepeated: ReadonlySet<string> = new Set([
  'campaigns/create-campaign',
  'web-calls/create-web-call',
  'web-calls/create-widget-call',
  'carrier/twilio-answering-machine',
  'carrier/twilio-conversation-ended',
  'carrier/twilio-call-incoming',
  'carrier/twilio-message-incoming',
  'carrier/twilio-web-call',
  'carrier/twilio-message-status',
  'carrier/twilio-transcription',
  'carrier/twilio-bridge-ended',
  'carrier/openai-call-tools',
  'queue/dial-calls',
  'queue/send-sms',
  'queue/continue-conversation',
  'queue/run-tool',
  'queue/steer-realtime',
  'socket/message',
]);

const tick = (world: World) => ({ id: 'tick', time: new Date(world.clock.now()).toISOString() });

export const scenarios: readonly Scenario[] = [
  http('calls/make-call', { body: { phone_number: THEIRS, assistant_id: 2001 } }),
  caused({ id: 'calls/make-call', name: 'again after a crash' }, async (world) => {
    const first = arriving(world, 'calls/make-call', request({ body: { phone_number: THEIRS, assistant_id: 2001 } }));
    await world.deliver(first, { at: 1, fault: 'killed before' });
  }),
  given({ id: 'calls/delete-call', assistant: { record: true }, isDeleted: true }, async (world) => {
    await talk(world, question);
    await recorded(world);
    await world.settle();
    return request({ method: 'DELETE', id: callOf(world).owner!.callId });
  }),
  caused({ id: 'queue/check-call', name: 'of a call that its user has ended' }, async (world) => {
    await answer(world);
    await world.send('calls/end-call', request({ id: callOf(world).owner!.callId }));
  }),
  given('calls/end-call', async (world) => {
    await talk(world, question);
    return request({ id: callOf(world).owner!.callId });
  }),
  given({ id: 'calls/end-call', name: 'of a call that waits', mayEndOtherwise: true }, async (world) => {
    await makeCall(world);
    return endWaiting(world);
  }),
  given({ id: 'calls/end-call', name: 'of a campaign call that waits', mayEndOtherwise: true }, async (world) => {
    await addCampaign(world, 'in-progress');
    await world.deliver(await world.until('queue/dial-campaign'));
    return endWaiting(world);
  }),
  http('web-calls/create-web-call', { id: 2001, body: { variables: { page: '/cart' } } }, { isNewEachTime: true }),
  given(
    {
      id: 'web-calls/create-widget-call',
      assistant: { widgetSettings: { ...widgetLook, allowed_origins: [SHOP] } },
      isNewEachTime: true,
    },
    async (world) => {
      const { uuid } = (await world.assistants.get(userId, 2001))!;
      const parameters = { token: `${userId}.2001.${uuid}` };
      return request({ parameters, headers: { origin: SHOP }, body: {} });
    },
  ),
  given({ id: 'carrier/twilio-web-call', afterwards: endInbound }, async (world) => {
    await world.send('web-calls/create-web-call', request({ id: 2001, body: {} }));
    const { userId: user, callId } = world.outside.issued[0]!;
    const from = `client:web_${user}_${callId}_${'0'.repeat(64)}`;
    return numberEvent('web-call', { CallSid: 'CAin', From: from });
  }),
  http('sms/send-sms', { body: { from: 1, to: THEIRS, body: 'Your appointment is on Tuesday.' } }),
  http('assistants/create-assistant', {
    body: {
      assistant_name: 'New',
      voice_id: 1,
      language: 'English',
      llm_model: 'rehearsal',
      calls_direction: 'make',
      engine_type: 'pipeline',
      timezone: 'Europe/Berlin',
      initial_message: 'Hello',
      system_prompt: 'You are kind.',
    },
  }),
  http('assistants/update-assistant', { method: 'PUT', id: 2001, body: { assistant_name: 'Renamed' } }),
  http('assistants/delete-assistant', { method: 'DELETE', id: 2002 }),
  http('assistants/enable-webhook', { body: { assistant_id: 2002, webhook_url: url } }),
  http('assistants/disable-webhook', { body: { assistant_id: 2002 } }),
  http('assistants/enable-inbound-webhook', { body: { assistant_id: 2002, webhook_url: url } }),
  http('assistants/disable-inbound-webhook', { body: { assistant_id: 2002 } }),
  http(
    'campaigns/create-campaign',
    {
      body: { name: 'Autumn', assistant_id: 2001, timezone: 'Europe/Berlin', phone_number_ids: [1] },
    },
    { isNewEachTime: true },
  ),
  inCampaign('campaigns/update-campaign-status', () => request({ body: { campaign_id: campaignId, action: 'start' } })),
  inCampaign('campaigns/update-campaign', () =>
    request({ method: 'PUT', id: campaignId, body: { name: 'Summer', max_retries: 2 } }),
  ),
  inCampaign('campaigns/delete-campaign', () => request({ method: 'DELETE', id: campaignId })),
  inCampaign('leads/create-lead', () =>
    request({
      body: {
        phone_number: '+12025550103',
        campaign_id: campaignId,
        secondary_contacts: [{ phone_number: '+12025550104' }],
      },
    }),
  ),
  inCampaign('leads/update-lead', (leadId) =>
    request({ method: 'PUT', id: leadId, body: { phone_number: '+12025550105' } }),
  ),
  inCampaign('leads/delete-lead', (leadId) => request({ method: 'DELETE', id: leadId })),
  inCampaign('do-not-call/add-do-not-call-entry', () => request({ body: { phone_number: THEIRS } })),
  given('do-not-call/remove-do-not-call-entry', async (world) => {
    await world.doNotCall.add({ userId, phoneNumber: THEIRS, source: 'api', reason: null, createdAt: 1 });
    return request({ method: 'DELETE', parameters: { phone_number: THEIRS } });
  }),

  // No conversation opens here, and the watchdog's look comes before or after the callback is repeated.
  during('carrier/twilio-call-answered', { mayEndOtherwise: true }),
  during('carrier/twilio-call-status'),
  onCall(
    'carrier/twilio-answering-machine',
    'answering-machine',
    { AnsweredBy: 'machine_start' },
    { assistant: { endCallOnVoicemail: true } },
  ),
  onCall(
    'carrier/twilio-recording-status',
    'recording',
    { RecordingSid: 'RE1', RecordingStatus: 'completed', RecordingDuration: '30' },
    {
      assistant: { record: true },
      afterwards: recorded,
    },
  ),
  onCall('carrier/twilio-conversation-ended', 'conversation-ended', { SessionStatus: 'completed' }),
  onCall('carrier/twilio-conversation-ended', 'conversation-ended', dropped, { name: 'of a lost connection' }),
  given({ id: 'carrier/twilio-conversation-ended', name: 'of a lost first frame' }, async (world) => {
    await answer(world);
    const form = { ...dropped, SessionStatus: 'ended', HandoffData: 'reconnect' };
    return callback(world, 'conversation-ended', form);
  }),
  given({ id: 'carrier/twilio-conversation-ended', name: 'for a human', afterwards: declined }, async (world) => {
    await passOn(world);
    return handOver(world);
  }),
  given({ id: 'carrier/twilio-transfer-leg', name: 'that is answered', afterwards: declined }, async (world) => {
    await ring(world);
    return legCallback(world);
  }),
  // While the carrier has no answer, the silence of the line ends the call.
  given(
    { id: 'carrier/twilio-transfer-leg', name: 'that takes the call', afterwards: talked, mayEndOtherwise: true },
    async (world) => {
      await ring(world);
      await world.send('carrier/twilio-transfer-leg', legCallback(world));
      return legCallback(world, { Digits: '1' });
    },
  ),
  given({ id: 'carrier/twilio-transfer-ended', name: 'without a human', mayEndOtherwise: true }, async (world) => {
    await ring(world);
    return callback(world, 'transfer-ended', { ...legEnd, DialCallStatus: 'busy', DialBridged: 'false' });
  }),
  given({ id: 'carrier/twilio-transfer-ended', name: 'after a talk' }, async (world) => {
    await ring(world);
    await world.send('carrier/twilio-transfer-leg', legCallback(world, { Digits: '1' }));
    world.move(5_000);
    return callback(world, 'transfer-ended', { ...legEnd, DialCallStatus: 'completed', DialBridged: 'true' });
  }),
  given({ id: 'carrier/twilio-call-incoming', afterwards: endInbound }, incoming),
  given(
    {
      id: 'carrier/twilio-incoming-status',
      // As above: the watchdog may find the call before its end is known.
      mayEndOtherwise: true,
    },
    async (world) => {
      await world.send('carrier/twilio-call-incoming', incoming());
      atCarrier(world);
      const form = { CallSid: 'CAin', CallStatus: 'completed', CallDuration: '30' };
      world.move(60_000);
      return numberEvent('incoming-status', form);
    },
  ),
  inCampaign('carrier/twilio-message-incoming', () =>
    numberEvent('incoming-message', { MessageSid: 'SMin', From: THEIRS, To: OURS, Body: 'STOP' }),
  ),
  given('carrier/twilio-message-status', async (world) => {
    await sendSms(world);
    await world.deliver(await world.until('queue/send-sms'));
    const [message] = world.outside.line.sent;
    const form = { MessageSid: world.outside.line.messages[0]!.carrierMessageId, MessageStatus: 'delivered' };
    const path = `messages/${userId}/${message!.key.smsId}/status`;
    const pathParameters = { user_id: String(userId), sms_id: String(message!.key.smsId) };
    return { ...numberEvent(path, form), pathParameters };
  }),

  given('webhooks/replay-delivery', async (world) => {
    await makeCall(world);
    await world.drain();
    const delivery_id = `evt_${callOf(world).owner!.callId}_call.completed`;
    return request({ parameters: { delivery_id } });
  }),
  http('tools/create-tool', { body: tool }, { isNewEachTime: true, mayEndOtherwise: true }),
  given('tools/update-tool', async (world) => {
    await addTool(world);
    return request({ method: 'PUT', id: 5_001, body: { timeout: 5, name: 'renamed' } });
  }),
  given({ id: 'tools/delete-tool', mayEndOtherwise: true }, async (world) => {
    await addTool(world);
    const assistant = (await world.assistants.get(userId, 2002))!;
    await world.assistants.replace(assistant, { ...assistant, toolIds: [5_001], version: assistant.version + 1 });
    return request({ method: 'DELETE', id: 5_001 });
  }),
  http('assistants/remove-webhook', { method: 'DELETE', id: 2002 }),
  http('assistants/remove-inbound-webhook', { method: 'DELETE', id: 2002 }),
  http('tokens/create-api-key', { body: { name: 'ci' } }, { isNewEachTime: true }),
  given('tokens/delete-api-key', async (world) => {
    await world.tokens.add(buildAccessToken({ userId, id: 5 }));
    return request({ method: 'DELETE', id: 5 });
  }),
  http('tokens/create-token', { body: { name: 'ci', scopes: ['read'] } }, { isNewEachTime: true }),
  // A use that cannot be recorded holds up no request.
  given({ id: 'authorizer/bearer-token', mayEndOtherwise: true }, async (world) => {
    const bearer = createAccessToken();
    await world.tokens.add(buildAccessToken({ userId, id: 5, hash: hashAccessToken(bearer) }));
    return {
      identitySource: [`Bearer ${bearer}`],
      requestContext: { http: { sourceIp: '192.0.2.1', userAgent: 'curl' } },
    };
  }),
  given('tokens/delete-token', async (world) => {
    await world.tokens.add(buildAccessToken({ userId, id: 5 }));
    await world.tokens.add(buildAccessToken({ userId, id: 6, hash: 'child', ancestors: [5] }));
    return request({ method: 'DELETE', id: 5 });
  }),
  given('tokens/delete-other-tokens', async (world) => {
    for (const id of [5, 6]) await world.tokens.add(buildAccessToken({ userId, id, hash: `hash-${id}` }));
    return request({ method: 'DELETE', query: 'keep=current', token: { token_id: 5 } });
  }),
  given(
    {
      id: 'sms/list-sms',
      afterwards: async ({ smsList }) => {
        const { rows, total } = await smsList.list(userId, {}, { page: 1, perPage: 10 });
        deepEqual({ total, ids: new Set(rows.map(({ id }) => id)).size }, { total: 5, ids: 5 });
      },
    },
    async (world) => {
      for (const key of ['key-1', 'key-2', 'key-3', 'key-4', 'key-5']) {
        await sendSms(world, key);
        await world.drain();
      }
      world.move(86_400_000);
      return request({ method: 'GET', body: undefined });
    },
  ),
  http('webhooks/set-sms-webhook', { method: 'PUT', body: { sms_webhook_url: 'https://crm.example.com/sms' } }),
  http('users/set-default-country', { method: 'PUT', body: { default_country: 'DE' } }),
  http('webhooks/rotate-webhook-secret', { body: {} }, { isNewEachTime: true }),

  during('queue/dial-calls'),
  caused({ id: 'queue/dial-calls', name: 'to a number that is busy' }, async (world) => {
    await answer(world);
    await makeCall(world, 'key-2');
  }),
  caused({ id: 'queue/dial-calls', name: 'of a campaign to a number that is busy' }, async (world) => {
    await addCampaign(world, 'in-progress');
    await world.deliver(await world.until('queue/dial-campaign'));
    await makeCall(world);
    // The calls of a second are dialled at the same time: this one is the first to claim the number.
    const { entries } = await world.dialQueue.peek('default', 2, () => false);
    await dialCall(entries.at(-1)!, undefined, world);
  }),
  during('queue/finish-call', { assistant: { record: true, postCallEvaluation: true } }),
  // Killed before it hangs up, it comes again when the silent call may be over.
  during('queue/check-call', { mayEndOtherwise: true }),
  ...[1, 12].map((looks) =>
    caused({ id: 'queue/check-call', name: `of a line, look ${looks}` }, async (world) => {
      await answer(world);
      await makeCall(world, 'key-2');
      for (let look = 1; look < looks; look += 1) await world.deliver(await world.until('queue/check-call'));
    }),
  ),
  caused({ id: 'queue/check-call', name: 'of a lost call' }, async (world) => {
    world.outside.line.outcomes.push({ kind: 'unknown', reason: 'no answer in time' });
    await makeCall(world);
    await world.deliver(await world.until('queue/check-call'));
  }),
  during('queue/deliver-webhook'),
  caused('queue/deliver-slow-webhook', async (world) => {
    const origin = new URL(url).origin;
    const slow = {
      pace: 'slow',
      observedAt: world.clock.now(),
      probedUntil: null,
      lastSuccessAt: null,
      failingSince: null,
      lastFailure: null,
      version: 1,
    } as const;
    await world.endpoints.replace(undefined, { userId, origin, ...slow });
    await makeCall(world);
  }),
  caused('queue/send-sms', (world) => sendSms(world)),
  caused('queue/dial-campaign', (world) => addCampaign(world, 'in-progress')),
  caused(
    {
      id: 'queue/dial-campaign',
      name: 'with a lead that comes meanwhile',
      async beside(world) {
        const body = { phone_number: '+12025550103', campaign_id: campaignId };
        await world.send('leads/create-lead', request({ body }));
        await world.deliver(await world.until('queue/dial-campaign'));
      },
    },
    (world) => addCampaign(world, 'in-progress', 5),
  ),
  caused({ id: 'queue/dial-campaign', name: 'whose lead is on the telephone' }, async (world) => {
    await answer(world);
    await addCampaign(world, 'in-progress');
  }),
  caused({ id: 'queue/dial-campaign', name: 'after a call' }, async (world) => {
    await addCampaign(world, 'in-progress');
    await world.deliver(await world.until('queue/finish-call'));
  }),
  caused({ id: 'queue/finish-call', name: 'of a campaign' }, (world) => addCampaign(world, 'in-progress')),
  caused('queue/empty-campaign', async (world) => {
    await addCampaign(world);
    await world.send('campaigns/delete-campaign', request({ method: 'DELETE', id: campaignId }));
  }),
  caused({ id: 'queue/fetch-recording', assistant: { record: true } }, async (world) => {
    await answer(world);
    await recorded(world);
  }),
  caused({ id: 'queue/run-tool', assistant: { toolIds: [81] } }, async (world) => {
    await talk(world, question);
    const call = callOf(world).owner!;
    const at = world.clock.now();
    const use = { key: 'use_1', toolId: 81, name: 'book', hash: 'h', arguments: {}, at, timeoutMs: 30_000 };
    await world.toolUses.save(call, { turn: 'words', at, version: 0, uses: [{ ...use, state: 'waiting' }] });
    await world.queue.send('run-tool', { ...call, turn: 'words', act: 'run', key: 'use_1' });
  }),
  ...['reprompt', 'goodbye'].map((name, index) => ({
    id: 'queue/continue-conversation',
    name,
    async prepare(world: World) {
      await talk(world, voice('on'), voice('off'));
      for (let before = 0; before <= index; before += 1) {
        await world.deliver(await world.until('queue/continue-conversation'));
      }
      return world.until('queue/continue-conversation');
    },
  })),

  given(
    {
      id: 'socket/message',
      name: 'setup',
      afterwards: async (world) => {
        world.move(1000);
        await world.send('socket/message', prompt(world, 'Who is there?'));
      },
    },
    async (world) => {
      await answer(world);
      return setup(world);
    },
  ),
  given(
    {
      id: 'socket/message',
      name: 'setup after a lost connection',
      // Beside itself it would be another frame: the carrier sends it once.
      isNewEachTime: true,
    },
    async (world) => {
      await talk(world, voice('on'), question);
      await world.send('carrier/twilio-conversation-ended', callback(world, 'conversation-ended', dropped));
      return setup(world, 1);
    },
  ),
  hearing('prompt', [voice('off')], question, { afterwards: speakAgain, isAnswered: true }),
  hearing('key', [voice('off')], { type: 'dtmf', digit: '#' }, { afterwards: speakAgain, isAnswered: true }),
  hearing(
    'interruption',
    [voice('off'), question],
    { type: 'interrupt', utteranceUntilInterrupt: 'Hel' },
    { afterwards: speakAgain },
  ),
  hearing(
    'barge-in',
    [voice('off'), question, voice('on')],
    { type: 'prompt', voicePrompt: 'Stop stop stop', last: false },
    {
      assistant: { minInterruptWords: 3 },
      afterwards: (world) => world.send('socket/message', prompt(world, 'Stop stop stop it')),
    },
  ),
  hearing('end of playback', [voice('on')], voice('off')),
  given('socket/disconnect', async (world) => {
    await talk(world);
    return frame(world, {});
  }),

  realtime('carrier/openai-call-incoming', () => Promise.reject(new Error('not reached'))),
  realtime('carrier/openai-call-tools', (world) => {
    const { owner } = callOf(world);
    const parameters = { user_id: String(owner!.userId), call_id: String(owner!.callId) };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'end_call' } };
    return arriving(world, 'carrier/openai-call-tools', httpEvent({ parameters, body }));
  }),
  realtime('carrier/twilio-transcription', (world) =>
    arriving(
      world,
      'carrier/twilio-transcription',
      callback(world, 'transcription', {
        TranscriptionEvent: 'transcription-content',
        Timestamp: new Date(world.clock.now()).toISOString(),
        SequenceId: '1',
        Track: 'inbound_track',
        Final: 'true',
        TranscriptionData: JSON.stringify({ transcript: 'Who is there?' }),
      }),
    ),
  ),
  realtime('carrier/twilio-bridge-ended', (world) =>
    arriving(
      world,
      'carrier/twilio-bridge-ended',
      callback(world, 'bridge-ended', { CallStatus: 'completed', DialCallStatus: 'completed' }),
    ),
  ),
  realtime('queue/steer-realtime', (world) => world.until('queue/steer-realtime')),

  caused('schedule/release-due-work', async (world) => {
    await sendSms(world);
    const [sms] = await world.messages.listBetween(userId, 0, world.clock.now() + 1000);
    await world.timer.afterCallSeconds(1000, 'send-sms', { userId, smsId: sms!.id });
  }),
  given('schedule/reconcile-campaigns', async (world) => {
    await addCampaign(world, 'in-progress');
    return tick(world);
  }),
  given('schedule/close-call-segments', async (world) => {
    for (const key of ['key-1', 'key-2', 'key-3']) {
      await makeCall(world, key);
      await world.drain();
    }
    world.move(600_000);
    return tick(world);
  }),
];

/** The carrier knows the inbound call, and reports its end. */
function atCarrier(world: World) {
  const { known } = world.outside.line;
  if (known.some(({ carrierCallId }) => carrierCallId === 'CAin')) return;
  const createdAt = world.clock.now();
  known.push({
    carrierCallId: 'CAin',
    status: 'in-progress',
    durationSeconds: 0,
    createdAt,
    to: INBOUND,
    from: THEIRS,
  });
}

async function endInbound(world: World) {
  atCarrier(world);
  const form = { CallSid: 'CAin', CallStatus: 'completed', CallDuration: '30' };
  world.push('carrier/twilio-incoming-status', numberEvent('incoming-status', form), 60_000);
}
