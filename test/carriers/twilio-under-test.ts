import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { handler as callAnswered } from '#functions/carrier/twilio-call-answered.ts';
import { handler as callStatus } from '#functions/carrier/twilio-call-status.ts';
import { handler as conversationEnded } from '#functions/carrier/twilio-conversation-ended.ts';
import { handler as messageIncoming } from '#functions/carrier/twilio-message-incoming.ts';
import { handler as messageStatus } from '#functions/carrier/twilio-message-status.ts';
import type { CallKey } from '#shared/calls/call.ts';
import type { ReportedStatus } from '#shared/calls/carrier.ts';
import { ofKind } from '#shared/carrier-container.ts';
import type { VoiceFrame } from '#shared/conversations/voice-session.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import type { TwilioVerifier } from '#shared/integrations/twilio/carrier-callback.ts';
import { isSignedForm, isSignedUpgrade } from '#shared/integrations/twilio/signature.ts';
import type { TwilioApi } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioCarrier } from '#shared/integrations/twilio/twilio-carrier.ts';
import { createTwilioMessages, createTwilioReceivedMessages } from '#shared/integrations/twilio/twilio-messages.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';
import type { CarrierUnderTest, Next, Sealed } from '#test/carriers/carrier-under-test.ts';
import { createCompany, type Company, type CompanyCall, type Mood } from '#test/carriers/company.ts';
import { PUBLIC_URL, SOCKET_URL, TOKEN_KEY } from '#test/carriers/service.ts';
import { attributesOf } from '#test/settings/wire.ts';
import { carrierEvent, numberEvent } from '#test/support/events.ts';

const AUTH_TOKEN = 'auth token';

/** Twilio, by its REST API, forms, TwiML and ConversationRelay. */
export function twilioUnderTest(now: () => number): CarrierUnderTest {
  const company = createCompany(now, `CA${'0'.repeat(31)}`);
  const api = createRestApi(company, now);
  return {
    name: 'twilio',
    account: 'default',
    company,
    carrier: (account) => ofKind(account, { twilio: () => createTwilioCarrier(api, PUBLIC_URL) }),
    messageCarrier: (account) => ofKind(account, { twilio: () => createTwilioMessages(api, PUBLIC_URL) }),
    receivedMessages: (account) => ofKind(account, { twilio: () => createTwilioReceivedMessages(api) }),
    instructions: createTwilioCallInstructions({
      publicUrl: PUBLIC_URL,
      socketUrl: SOCKET_URL,
      realtimeProjectId: undefined,
      tokenKey: async () => TOKEN_KEY,
    }),
    isConnectionSigned: async (headers) => {
      const signature = headers['x-twilio-signature'] ?? '';
      return isSignedUpgrade({ authToken: AUTH_TOKEN, signature, socketUrl: SOCKET_URL });
    },
    connectHeaders: (sealed) => ({ 'x-twilio-signature': sign(SOCKET_URL, {}, sealed) }),
    ...callbacks(now),
    ...messages(now),
    ...relay,
  };
}

const sign = (url: string, form: Record<string, string>, sealed: Sealed = 'by the account') =>
  getExpectedTwilioSignature(sealed === 'by the account' ? AUTH_TOKEN : 'another token', url, form);

const verify: TwilioVerifier = async ({ signature, pathAndQuery, params }) =>
  isSignedForm({ authToken: AUTH_TOKEN, signature, url: PUBLIC_URL + pathAndQuery, params }) ? 'default' : undefined;

const words: Record<ReportedStatus, string> = {
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  ended: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  cancelled: 'canceled',
};

function callbacks(now: () => number): Pick<CarrierUnderTest, 'report' | 'ask' | 'askAgain'> {
  const about = (key: CallKey, name: string, form: Record<string, string>, sealed?: Sealed) => {
    const url = `${PUBLIC_URL}/carrier/twilio/calls/${key.userId}/${key.callId}/${name}`;
    return carrierEvent(key, name, form, sign(url, form, sealed));
  };
  return {
    report: (key, CallSid, { status, durationSeconds, sealed, at = now() }, deps) => {
      const duration: Record<string, string> =
        durationSeconds === undefined ? {} : { CallDuration: String(durationSeconds) };
      const form = { CallSid, CallStatus: words[status], Timestamp: new Date(at).toUTCString(), ...duration };
      return callStatus.with(deps, verify, now)(about(key, 'status', form, sealed));
    },
    ask: async (key, CallSid, deps) =>
      read(await callAnswered.with(deps, verify, now)(about(key, 'answered', { CallSid }))),
    askAgain: async (key, CallSid, { outcome, isCallUp }, deps) => {
      const SessionStatus = { ended: 'ended', hung_up: 'completed', failed: 'failed' }[outcome];
      const form = { CallSid, SessionId: 'VX1', SessionStatus, CallStatus: isCallUp ? 'in-progress' : 'completed' };
      return read(await conversationEnded.with(deps, verify, now)(about(key, 'conversation-ended', form)));
    },
  };
}

function read({ body }: HttpResponse): Next {
  if (!body.includes('<ConversationRelay')) return 'hang up';
  const greeting = attributesOf(body, 'ConversationRelay')['welcomeGreeting'] ?? null;
  const [, call = '', token = ''] = /name="call" value="([^"]+)".*name="token" value="([^"]+)"/.exec(body) ?? [];
  return { connect: { greeting, call, token } };
}

function messages(now: () => number): Pick<CarrierUnderTest, 'reportText' | 'receiveText'> {
  const send = (path: string, form: Record<string, string>) =>
    numberEvent(path, form, sign(`${PUBLIC_URL}/carrier/twilio/${path}`, form));
  return {
    reportText: ({ userId, smsId }, MessageSid, status, deps) => {
      const event = send(`messages/${userId}/${smsId}/status`, { MessageSid, MessageStatus: status });
      const pathParameters = { user_id: String(userId), sms_id: String(smsId) };
      return messageStatus.with(deps, verify, now)({ ...event, pathParameters });
    },
    receiveText: ({ id, from, to, body }, deps) =>
      messageIncoming.with(
        deps,
        verify,
        now,
      )(send('incoming-message', { MessageSid: id, From: from, To: to, Body: body })),
  };
}

const relay: Pick<CarrierUnderTest, 'writeEvent' | 'readFrame'> = {
  writeEvent(event) {
    if (event.kind === 'opened') {
      const { carrierCallId: callSid, call, token } = event;
      return JSON.stringify({ type: 'setup', sessionId: 'VX1', callSid, customParameters: { call, token } });
    }
    if (event.kind === 'said') return JSON.stringify({ type: 'prompt', voicePrompt: event.text, last: event.isFinal });
    if (event.kind === 'interrupted') {
      return JSON.stringify({ type: 'interrupt', utteranceUntilInterrupt: event.heard, durationUntilInterruptMs: 1 });
    }
    if (event.kind === 'key') return JSON.stringify({ type: 'dtmf', digit: event.digit });
    const name = event.of === 'assistant' ? 'agentSpeaking' : 'clientSpeaking';
    return JSON.stringify({ type: 'info', name, value: event.voice === 'began' ? 'on' : 'off' });
  },
  readFrame(body): VoiceFrame {
    const frame = JSON.parse(body) as { type: string; token: string; last: boolean };
    return frame.type === 'end' ? { kind: 'end' } : { kind: 'speech', text: frame.token, isLast: frame.last };
  },
};

const answered = (status: number, body: unknown) =>
  ({ kind: 'answered', status, body, retryAfterSeconds: status === 429 ? 1 : null }) as const;

/** The part of Twilio's REST API that the adapter asks for. */
function createRestApi(company: Company, now: () => number): TwilioApi {
  const callResource = ({ id: sid, status, durationSeconds, createdAt }: CompanyCall) => ({
    sid,
    status: words[status],
    duration: String(durationSeconds),
    date_created: new Date(createdAt).toUTCString(),
  });
  const outcome = (mood: Mood, resource: object | undefined) => {
    if (mood === 'is busy') return answered(429, { code: 20_429, message: 'Too Many Requests' });
    if (mood === 'refuses the number') return answered(400, { code: 21_211, message: 'Invalid number' });
    return mood === 'loses' ? ({ kind: 'lost', reason: 'no answer in time' } as const) : answered(201, resource);
  };
  return async (method, path, parameters = new URLSearchParams()) => {
    const get = (name: string) => parameters.get(name) ?? '';
    const [resource = '', sid = '', part] = path.replace('.json', '').split('/');
    if (resource === 'Messages') {
      if (method === 'GET' && sid !== '') return answered(200, { date_created: new Date(now()).toUTCString() });
      const toResource = (text: Company['texts'][number]) => ({ sid: text.id, status: 'queued', body: text.body });
      if (method === 'GET') {
        return answered(200, { messages: company.between(company.texts, get('To'), get('From')).map(toResource) });
      }
      const asked = { to: get('To'), from: get('From'), url: get('StatusCallback'), body: get('Body') };
      const { mood, text } = company.takeText(asked);
      return outcome(mood, text && toResource(text));
    }
    if (sid === '' && method === 'GET') {
      return answered(200, { calls: company.between(company.calls, get('To'), get('From')).map(callResource) });
    }
    if (sid === '') {
      const limits = { limitSeconds: Number(get('TimeLimit')) };
      const { mood, call } = company.takeCall({ to: get('To'), from: get('From'), url: get('Url'), ...limits });
      return outcome(mood, call && { sid: call.id });
    }
    const call = company.find(sid);
    if (!call) return answered(404, { code: 20_404, message: 'not found' });
    if (part === 'Events') return answered(200, { events: [{ request: { url: call.url.split('#')[0] } }] });
    if (parameters.has('Status')) call.status = 'ended';
    if (parameters.has('TimeLimit')) call.limitSeconds = Number(get('TimeLimit'));
    return answered(200, callResource(call));
  };
}
