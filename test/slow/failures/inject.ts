import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { FailureName } from '#infra/cloud/alarms/failures.ts';
import { findRow } from '#infra/drive/invoke/invoke-function.ts';
import type { Scene } from '#infra/drive/invoke/scene.ts';
import { suspendCampaign } from '#shared/campaigns/campaign-status.ts';
import { campaigns, smsMessages } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment, sqs } from '#shared/platform/environment.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { webhookDeliveryId } from '#shared/webhooks/webhook.ts';
import type { readStack } from '#test/slow/failures/readings.ts';
import {
  carrierAnswers,
  lateEvent,
  liveCall,
  put,
  runAt,
  spoil,
  times,
  whileSpoilt,
  withConversation,
} from '#test/slow/failures/scene.ts';
import { queueCall } from '#test/slow/grants/crashed-dialer.ts';
import { deliver, runSchedule } from '#test/slow/grants/lost-and-late.ts';
import { callBack } from '#test/slow/grants/signed-callbacks.ts';
import { buildSms } from '#test/support/builders.ts';
import { socketEvent, sqsEvent } from '#test/support/events.ts';
import type { RunningStack } from '#test/support/local-stack.ts';
import { behaviours, type Behaviour, type useOpenAiServer } from '#test/support/openai-server.ts';
import { create, createAssistant, makeCall } from '#test/support/over-http.ts';

export interface Tools extends RunningStack {
  readings: ReturnType<typeof readStack>;
  model: ReturnType<typeof useOpenAiServer>;
}

type Injection = (tools: Tools) => Promise<unknown>;

const USER = 2;
const MODEL = 'gpt-6-luna';
let numbers = 100;
/** Each number has one call at a time. */
const newNumber = () => `+1202555${String((numbers += 1)).padStart(4, '0')}`;

const crash =
  (id: string, act: Injection): Injection =>
  async (tools) => {
    tools.readings.crashing.add(id);
    await act(tools);
  };

const sendFrame = ({ stack }: Tools, frame: unknown, connectionId?: string) =>
  stack.runtime.invoke(findRow('socket/message'), socketEvent({ frame, ...(connectionId && { connectionId }) }));

/** Three calls that are dialled while the carrier answers in this way. */
const dial =
  (status: number, code: number): Injection =>
  async ({ stack, api }) => {
    const assistant = await createAssistant(api);
    await times(3, () => makeCall(api, newNumber(), assistant));
    const restore = carrierAnswers(stack.address.simulator_url, status, code);
    await deliver(stack, 'dial-calls', { wokenBy: 'call' }).finally(restore);
  };

const text =
  (status: number, code: number): Injection =>
  async ({ stack }) => {
    const restore = carrierAnswers(stack.address.simulator_url, status, code);
    await times(3, async (index) => {
      const sms = buildSms({
        userId: USER,
        id: Date.now() * 4096 + index,
        status: 'queued',
        carrierMessageId: null,
        claimedAt: null,
        createdAt: Date.now(),
      });
      const entry = {
        id: sms.id,
        userId: USER,
        amount: -sms.totalCost,
        kind: 'sms',
        reference: String(sms.id),
      } as const;
      await smsMessages().createWithCharge(sms, { ...entry, createdAt: sms.createdAt });
      await deliver(stack, 'send-sms', { userId: USER, smsId: sms.id });
    }).finally(restore);
  };

const talk =
  (behaviour: Behaviour, conversations: number): Injection =>
  async ({ stack, model }) => {
    model.behave(behaviour);
    await times(conversations, () => withConversation(stack, MODEL, (_, run) => run('socket/message')));
  };

const evaluates =
  (says: Behaviour, otherwise: Behaviour): Behaviour =>
  (response, request) =>
    request.stream ? says(response, request) : otherwise(response, request);

export const injections: Record<FailureName, Injection> = {
  endpointCrashes: crash('lookups/list-voices', ({ api }) => fetchFailing(api, '/user/assistants/voices')),
  async endpointFails({ api, stack }) {
    const assistant = await createAssistant(api);
    const url = `${stack.address.base_url}/user/assistant/${assistant}`;
    await whileSpoilt(keys.assistant.key(1, assistant), 'name', () => fetch(url, { headers: headersOf(stack) }));
  },
  authorizerCrashes: crash('authorizer/bearer-token', async ({ stack }) => {
    const headers = { authorization: 'Bearer rb_of_nobody' };
    await fetch(`${stack.address.base_url}/user/me`, { headers });
  }),
  callbackCrashes: crash('carrier/twilio-call-status', async ({ stack }) =>
    callBack(stack, 'carrier/twilio-call-status', await liveCall()).catch(() => undefined),
  ),
  async callbackFails({ stack }) {
    const call = await liveCall();
    const key = keys.call.key(call.userId, call.id);
    await whileSpoilt(key, 'status', () => callBack(stack, 'carrier/twilio-call-status', call));
  },
  fallback: ({ stack }) =>
    withConversation(stack, 'rehearsal', (_, run) => run('carrier/twilio-call-fallback'), { stage: 'answered' }),
  callbacksForged: ({ stack }) =>
    times(5, () => fetch(`${stack.origin}/carrier/twilio/calls/1/1/status`, { method: 'POST', body: 'CallSid=CA1' })),
  connectionsForged: ({ stack }) =>
    times(5, () => stack.runtime.invoke(findRow('socket/connect'), socketEvent({ headers: {} }))),
  callsRefused: dial(400, 21_215),
  carrierBusy: dial(429, 20_429),
  numbersWrong: dial(400, 21_211),
  accountClosed: dial(401, 20_003),
  messagesRefused: text(400, 21_408),
  recipientsWrong: text(400, 21_614),
  async noPump({ stack }) {
    await queueCall();
    await times(2, () => runSchedule(stack, 'schedule/reconcile-campaigns'));
  },
  async newCountry({ as }) {
    const api = as(USER);
    await spoil(keys.user(USER), 'createdAt', Date.now() - 40 * 86_400_000);
    const assistant = await createAssistant(api);
    await makeCall(api, newNumber(), assistant);
    await makeCall(api, '+442079460001', assistant);
  },
  async campaignStopped({ api }) {
    const assistant_id = await createAssistant(api);
    const id = await create(api, '/user/campaigns', { name: 'Spring', assistant_id, timezone: 'Europe/Berlin' });
    const campaign = (await campaigns().get(1, id))!;
    await suspendCampaign(campaign, 'carrier_failures', { campaigns: campaigns(), clock: clock(), logger, metrics });
  },
  modelFails: talk(behaviours.refuses(500), 3),
  modelSlow: talk(async (response, request) => {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await behaviours.says('Good morning.')(response, request);
  }, 1),
  async noEvaluation({ stack, model }) {
    model.behave(evaluates(behaviours.says('Good morning.'), behaviours.refuses(400)));
    await times(3, () =>
      withConversation(stack, MODEL, async (_, run) => {
        await run('socket/message');
        await run('carrier/twilio-call-status', { CallStatus: 'completed', CallDuration: '60' });
        await run('queue/finish-call');
      }),
    );
  },
  async webhookExhausted({ stack }) {
    const sinkUrl = `${stack.address.webhook_sink_url}/status/500`;
    const attempt = { at: Date.now() - 3_600_000, status: 500, problem: null, durationMs: 5 };
    const attempts = Array.from({ length: 9 }, () => attempt);
    const known = { stage: 'finished', sinkUrl } as const;
    const finished = async ({ userId, callId }: Scene) => {
      const deliveryId = webhookDeliveryId(callId!, 'call.completed');
      await spoil(keys.webhookDelivery(userId, callId!, 'call.completed'), 'attempts', attempts);
      await deliver(stack, 'deliver-webhook', { userId, deliveryId, attempt: 10 });
    };
    await withConversation(stack, 'rehearsal', finished, known);
  },
  async callLost({ stack }) {
    const { id: callId } = await liveCall();
    await deliver(stack, 'check-call', { userId: USER, callId, waitedSeconds: 1_000_000 });
  },
  async moneyHeld({ stack }) {
    const { id: callId } = await liveCall({ status: 'ended', endedAt: Date.now() - 3 * 86_400_000 });
    await deliver(stack, 'check-call', { userId: USER, callId });
  },
  tokenForged: (tools) =>
    sendFrame(tools, { type: 'setup', callSid: 'CA1', customParameters: { call: '1.1', token: 'forged' } }),
  conversationsBroken: ({ stack }) =>
    times(3, async () => {
      const broken = { SessionStatus: 'failed', ErrorCode: '64107', CallStatus: 'completed', SessionId: 'VX1' };
      await callBack(stack, 'carrier/twilio-conversation-ended', await liveCall({ connections: 1 }), broken);
    }),
  socketCrashes: crash('socket/message', (tools) => times(3, () => sendFrame(tools, {}).catch(() => undefined))),
  async socketFails(tools) {
    await put(keys.conversation.state('spoilt'), { connectionId: 7 });
    await put(keys.conversation.script('spoilt'), { language: 7 });
    await sendFrame(tools, { type: 'prompt', voicePrompt: 'Hello', last: true, lang: 'en-US' }, 'spoilt');
  },
  async transcriptionFails({ stack }) {
    const call = await liveCall({ mode: 'multimodal', realtimeCallId: 'rtc_1' });
    const failed = { TranscriptionEvent: 'transcription-error', TranscriptionErrorCode: '32655' };
    await times(5, () => callBack(stack, 'carrier/twilio-transcription', call, failed));
  },
  framesUnreadable: (tools) => times(10, () => sendFrame(tools, 'no JSON')),
  answersLate: async () => metrics.duration('TurnOverhead', 900),
  framesThrottled: async ({ readings }) =>
    times(3, async () => readings.count('AWS/ApiGateway', 'ClientError', { ApiId: 'Voice' })),
  functionsThrottled: async ({ readings }) => readings.count('AWS/Lambda', 'Throttles', {}, 10),
  tableThrottled: async ({ readings }) =>
    readings.count('AWS/DynamoDB', 'WriteThrottleEvents', { TableName: 'Table' }, 10),
  async deadLetter({ stack }) {
    await stack.runtime.invoke(findRow('queue/finish-call'), sqsEvent('nonsense'));
    await runAt(stack, 'schedule/release-due-work', { watches: true });
  },
  async queueStopped({ stack }) {
    const QueueUrl = environment.queueUrl('finish-call');
    await sqs().send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }));
    await runAt(stack, 'schedule/release-due-work', { watches: true });
  },
  queueLate: ({ stack }) =>
    stack.runtime.invoke(findRow('queue/check-call'), lateEvent({ userId: USER, callId: 1 }, Date.now() - 301_000)),
  scheduleStops: async ({ readings }) => forgetRuns(readings, 'schedule/release-due-work'),
  scheduleFails: crash('schedule/reconcile-campaigns', ({ stack, readings }) => {
    forgetRuns(readings, 'schedule/reconcile-campaigns');
    return times(5, () => runSchedule(stack, 'schedule/reconcile-campaigns').catch(() => undefined));
  }),
  segmentsFail: crash('schedule/close-call-segments', ({ stack, readings }) => {
    forgetRuns(readings, 'schedule/close-call-segments');
    return times(5, () => runSchedule(stack, 'schedule/close-call-segments').catch(() => undefined));
  }),
};

/** Its healthy runs before the failure. */
function forgetRuns({ points }: Tools['readings'], id: string): void {
  const name = id.replaceAll('/', '-');
  const kept = points.filter(({ dimensions }) => !dimensions['FunctionName']?.endsWith(name));
  points.splice(0, points.length, ...kept);
}

const headersOf = ({ address }: RunningStack['stack']) => ({ authorization: `Bearer ${address.users[0]!.token}` });

/** The API's client refuses answers that the documentation does not have. */
const fetchFailing = async (api: RunningStack['api'], path: string) => api('GET', path).catch(() => undefined);
