import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { handler as callAnswered } from '#functions/carrier/twilio-call-answered.ts';
import { handler as callIncoming } from '#functions/carrier/twilio-call-incoming.ts';
import { handler as callStatus } from '#functions/carrier/twilio-call-status.ts';
import { handler as conversationEnded } from '#functions/carrier/twilio-conversation-ended.ts';
import { handler as messageIncoming } from '#functions/carrier/twilio-message-incoming.ts';
import { handler as messageStatus } from '#functions/carrier/twilio-message-status.ts';
import { handler as recordingStatus } from '#functions/carrier/twilio-recording-status.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { ofKind } from '#shared/carrier-container.ts';
import type { VoiceFrame } from '#shared/conversations/voice-session.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import type { TwilioVerifier } from '#shared/integrations/twilio/carrier-callback.ts';
import { isSignedForm, isSignedUpgrade } from '#shared/integrations/twilio/signature.ts';
import { createTwilioCarrier, createTwilioNumbers } from '#shared/integrations/twilio/twilio-carrier.ts';
import { createTwilioMessages, createTwilioReceivedMessages } from '#shared/integrations/twilio/twilio-messages.ts';
import { createTwilioRecordings } from '#shared/integrations/twilio/twilio-recordings.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';
import type { CarrierUnderTest, Next, Sealed } from '#test/carriers/carrier-under-test.ts';
import { createCompany } from '#test/carriers/company.ts';
import { PUBLIC_URL, SOCKET_URL, TOKEN_KEY } from '#test/carriers/service.ts';
import { createMedia, createRestApi, recordingWords, words } from '#test/carriers/twilio-rest-api.ts';
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
    numbers: (account) => ofKind(account, { twilio: () => createTwilioNumbers(api) }),
    recordings: (account) => ofKind(account, { twilio: () => createTwilioRecordings(api, createMedia(company)) }),
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

function callbacks(
  now: () => number,
): Pick<CarrierUnderTest, 'report' | 'ask' | 'askAgain' | 'ring' | 'reportRecording'> {
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
    ring: async ({ id: CallSid, from, to: To }, deps) => {
      // The digits that spell "anonymous" on a keypad.
      const form = { CallSid, From: from ?? '+266696687', To };
      const event = numberEvent('incoming', form, sign(`${PUBLIC_URL}/carrier/twilio/incoming`, form));
      return read(await callIncoming.with(deps, verify, now)(event));
    },
    reportRecording: (key, CallSid, { id: RecordingSid, state, durationSeconds }, deps) => {
      const [RecordingStatus, RecordingDuration] = [recordingWords[state], String(durationSeconds)];
      const form = { CallSid, RecordingSid, RecordingStatus, RecordingDuration };
      return recordingStatus.with(deps, verify, now)(about(key, 'recording', form));
    },
  };
}

function read({ body }: HttpResponse): Next {
  if (!body.includes('<ConversationRelay')) return 'hang up';
  const greeting = attributesOf(body, 'ConversationRelay')['welcomeGreeting'] ?? null;
  const [, call = '', token = ''] = /name="call" value="([^"]+)".*name="token" value="([^"]+)"/.exec(body) ?? [];
  return { connect: { greeting, call, token, isRecorded: body.includes('<Recording') } };
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
