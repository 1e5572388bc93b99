import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { type BodyChanges, socketSignature } from '#infra/drive/invoke/fit-event.ts';
import { type Scene, type Stage, stagesUpTo } from '#infra/drive/invoke/scene.ts';
import { hashAccessToken } from '#shared/accounts/access-tokens.ts';
import { createCallToken, createConnectionToken } from '#shared/calls/call-token.ts';
import {
  assistants,
  tokens,
  destinations,
  doNotCall,
  calls,
  conversations,
  phoneNumbers,
  queue,
  recordingPolicy,
  recordings,
  smsLimits,
  smsMessages,
  timer,
} from '#shared/container.ts';
import { webIdentity } from '#shared/integrations/twilio/callers.ts';
import { clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';
import { ids } from '#shared/platform/ids.ts';
import { recordingUrl } from '#shared/recordings/recording.ts';
import { acceptSms } from '#shared/sms/accept-sms.ts';
import { widgetId } from '#shared/web-calls/widget.ts';

/** Runs a function with its sample event, fitted to the scene, and returns its answer. */
export type RunSample = (functionId: string, scene: Scene, changes?: BodyChanges) => Promise<unknown>;

interface PreparedScene {
  scene: Scene;
  /** The frames that the service has sent over the open conversation. */
  frames: string[];
  close: () => void;
}

const ENDED_CALL_SECONDS = 42;
/** Of the sample events of the speech model. */
const SAMPLE_REALTIME_CALL_ID = 'rtc_u1_0001';
const CONVERSATION_LIMIT_MS = 60_000;

const CreatedAnswer = answerWith({ data: v.object({ id: v.number() }) });
const CallAnswer = answerWith({ call_id: v.number() });
const WebCallAnswer = answerWith({ data: v.object({ call_id: v.number() }) });

/** Runs the functions that lead to a stage on a fresh stack, each with its sample event. */
export async function prepareScene(start: Scene, stage: Stage, run: RunSample): Promise<PreparedScene> {
  const scene = { ...start };
  const frames: string[] = [];
  let socket: WebSocket | undefined;
  const steps: Record<Stage, () => Promise<unknown>> = {
    user: async () => undefined,
    ...asideSteps(scene, run),
    assistant: async () => {
      // Webhooks of calls go to the sink. The stage `assistant` keeps the settings of the sample event.
      const webhook =
        stage === 'assistant' ? {} : { is_webhook_active: true, webhook_url: scene.sinkUrl, record_call: true };
      const speech =
        stage === 'bridged' ? { engine_type: 'multimodal', llm_model: 'gpt-realtime-2.1', voice_id: 101 } : {};
      const changes = { ...webhook, ...speech };
      scene.assistantId = v.parse(CreatedAnswer, await run('assistants/create-assistant', scene, changes)).body.data.id;
    },
    call: async () => {
      scene.callId = v.parse(CallAnswer, await run('calls/make-call', scene)).body.call_id;
    },
    bridged: async () => {
      scene.realtimeCallId = SAMPLE_REALTIME_CALL_ID;
      const key = { userId: scene.userId, callId: scene.callId ?? 0 };
      await calls().change(
        key,
        { realtimeCallId: scene.realtimeCallId, connectionId: scene.carrierCallId },
        Date.now(),
      );
    },
    answered: () => run('carrier/twilio-call-answered', scene),
    conversation: async () => {
      socket = await connect(scene, frames);
      scene.conversation = await openedConversation(scene);
    },
    ended: () =>
      run('carrier/twilio-call-status', scene, { CallStatus: 'completed', CallDuration: String(ENDED_CALL_SECONDS) }),
    finished: () => run('queue/finish-call', scene),
    recorded: async () => {
      scene.recordingToken = await storedRecording(scene);
    },
  };
  for (const name of stagesUpTo(stage)) await steps[name]();
  return { scene, frames, close: () => socket?.terminate() };
}

/** The steps of the stages that no other stage needs. */
function asideSteps(scene: Scene, run: RunSample) {
  return {
    sms: async () => {
      scene.smsId = await acceptedSms(scene);
    },
    lead: async () => {
      scene.leadId = v.parse(CreatedAnswer, await run('leads/create-lead', scene)).body.data.id;
    },
    tool: async () => {
      // Names have letters only, and belong to one tool of the user.
      const name = `scene_${randomBytes(8)
        .toString('hex')
        .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;
      const changes = { name, endpoint: scene.sinkUrl, method: 'POST' };
      scene.toolId = v.parse(CreatedAnswer, await run('tools/create-tool', scene, changes)).body.data.id;
    },
    token: async () => {
      scene.tokenId = v.parse(CreatedAnswer, await run('tokens/create-token', scene)).body.data.id;
      const all = await tokens().list(scene.userId);
      scene.ownTokenId = all.find(({ hash }) => hash === hashAccessToken(scene.token))?.id;
    },
    widget: async () => {
      const widget_settings = { allowed_origins: [SHOP], visitor_variables: ['customer_name'] };
      const created = await run('assistants/create-assistant', scene, { widget_settings });
      scene.assistantId = v.parse(CreatedAnswer, created).body.data.id;
      const assistant = await assistants().get(scene.userId, scene.assistantId);
      scene.widgetId = assistant && widgetId(assistant);
    },
    page: async () => {
      const { data } = v.parse(WebCallAnswer, await run('web-calls/create-web-call', scene)).body;
      const key = { userId: scene.userId, callId: data.call_id };
      scene.caller = `client:${webIdentity(key, createCallToken(scene.callTokenKey, 'web', key, ''))}`;
    },
    blacklisted: () => run('do-not-call/add-do-not-call-entry', scene),
    // A campaign of the scene's assistant, with one lead.
    campaign: async () => {
      scene.campaignId = v.parse(CreatedAnswer, await run('campaigns/create-campaign', scene)).body.data.id;
      await run('leads/create-lead', scene);
    },
    deleted: () => run('campaigns/delete-campaign', scene),
    receiving: async () => {
      scene.assistantId = await receivingAssistant(
        async (changes) =>
          v.parse(CreatedAnswer, await run('assistants/create-assistant', scene, changes)).body.data.id,
      );
    },
    received: () => run('carrier/twilio-call-incoming', scene),
  };
}

/** Connects as the carrier does, sends the setup frame of the call, and reports that its greeting is over. */
async function connect(scene: Scene, frames: string[]): Promise<WebSocket> {
  const socket = new WebSocket(scene.socketUrl, { headers: { 'X-Twilio-Signature': socketSignature(scene) } });
  socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')));
  await once(socket, 'open');
  const { userId, callId = 0, callTokenKey, carrierCallId } = scene;
  const token = createConnectionToken(callTokenKey, { key: { userId, callId }, carrierCallId, connectionNumber: 0 });
  const customParameters = { call: `${userId}.${callId}`, token };
  socket.send(JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid: carrierCallId, customParameters }));
  socket.send(JSON.stringify({ type: 'info', name: 'agentSpeaking', value: 'off' }));
  return socket;
}

/** A message that is queued for its worker. The endpoint would wait until it is sent. */
async function acceptedSms({ userId }: Scene): Promise<number> {
  const numbers = phoneNumbers();
  const from = (await numbers.list(userId)).find((number) => number.smsCapable);
  const sms = await acceptSms(
    { userId, phoneNumberId: from?.id ?? 0, to: '+12025550100', body: 'Your appointment is on Tuesday at ten.' },
    {
      messages: smsMessages(),
      phoneNumbers: numbers,
      queue: queue(),
      timer: timer(),
      clock: clock(),
      ids: ids(),
      limits: smsLimits(),
      doNotCall: doNotCall(),
      destinations: destinations(),
    },
  );
  return sms.id;
}

async function openedConversation({ userId, callId = 0 }: Scene) {
  const end = Date.now() + CONVERSATION_LIMIT_MS;
  while (Date.now() < end) {
    const call = await calls().get({ userId, callId });
    const state = call?.connectionId ? await conversations().getState(call.connectionId) : undefined;
    if (state && state.speakingSince === null) return state;
    await sleep(20);
  }
  throw new Error('the conversation was not opened, or its greeting is not over');
}

/** Stores a recording as the worker does. Returns the token of its link. */
async function storedRecording({ userId, callId = 0 }: Scene): Promise<string> {
  const key = { userId, callId };
  await recordings().put(key, new Blob(['audio']).stream());
  const recording = { id: `RE${'0'.repeat(31)}1`, durationSeconds: ENDED_CALL_SECONDS, storedAt: Date.now() };
  const call = await calls().change(key, { recording }, Date.now());
  return (call && recordingUrl(call, recordingPolicy())?.split('/').at(-1)) ?? '';
}

function answerWith<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object({ body: v.pipe(v.string(), v.parseJson(), v.object(entries)) });
}

/** The page in the sample events of the widget. */
const SHOP = 'https://shop.example.com';
/** The number in the sample events of inbound calls. */
const NUMBER = '+12025550002';

/** Returns the assistant of that number, or creates one. */
async function receivingAssistant(create: (changes: BodyChanges) => Promise<number>): Promise<number> {
  const number = await phoneNumbers().findByNumber(NUMBER);
  if (!number) throw new OperatorError(`no user has ${NUMBER}`);
  return number.inboundAssistantId ?? create({ calls_direction: 'receive', phone_number_id: number.id });
}
