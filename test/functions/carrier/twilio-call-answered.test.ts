import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-call-answered.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { createCallToken, createConnectionToken } from '#shared/calls/call-token.ts';
import type { Call } from '#shared/calls/call.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryVoiceStore } from '#test/support/memory/accounts.ts';

/** As it is in XML. */
const RETRIES = '#rc=2&amp;rt=5000&amp;rp=ct,rt,4xx,5xx';
const urls = { publicUrl: 'https://api.example.com', socketUrl: 'wss://voice.example.com/prod' };

async function setup({ call = {}, assistant = {} }: { call?: Partial<Call>; assistant?: Partial<Assistant> } = {}) {
  const subject = await storeCall(call, assistant);
  const instructions = createTwilioCallInstructions({
    ...urls,
    realtimeProjectId: 'proj_1',
    tokenKey: async () => '12345',
  });
  const deps = { ...subject, instructions, voices: createMemoryVoiceStore() };
  const endpoint = handler.with(deps, verifySigned, () => subject.clock.now());
  const answer = (signature?: string) =>
    endpoint(carrierEvent(subject.key, 'answered', { CallSid: carrierCallId, CallStatus: 'in-progress' }, signature));
  return { ...deps, answer };
}

it('connects the call to the conversation, with the greeting, the settings and a token', async () => {
  const { answer, key, now, clock } = await setup({
    assistant: { initialMessage: 'Hi {customer_phone} & "you" <3', record: true, maxDuration: 600 },
  });
  const response = await answer();
  const base = `https://api.example.com/carrier/twilio/calls/7/${key.callId}`;
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(response.body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response>' +
      `<Start><Recording channels="dual" recordingStatusCallback="${base}/recording${RETRIES}" ` +
      'recordingStatusCallbackMethod="POST" recordingStatusCallbackEvent="completed absent"/></Start>' +
      `<Connect action="${base}/conversation-ended${RETRIES}" method="POST">` +
      '<ConversationRelay url="wss://voice.example.com/prod" ' +
      'welcomeGreeting="Hi +1, 2 0 2, 5 5 5, 0 1 0 0 &amp; &quot;you&quot; &lt;3" language="en-US" ttsProvider="ElevenLabs" ' +
      'voice="EXAVITQu4vr4xnSDxMaL-flash_v2_5-1.0_0.7_0.5" elevenlabsTextNormalization="on" transcriptionProvider="Deepgram" profanityFilter="false" speechModel="nova-3-general" speechTimeout="600" ' +
      'interruptible="any" welcomeGreetingInterruptible="none" interruptSensitivity="high" ' +
      'reportInputDuringAgentSpeech="any" partialPrompts="true" dtmfDetection="true" ' +
      'events="speaker-events tokens-played">' +
      `<Parameter name="call" value="7.${key.callId}"/>` +
      `<Parameter name="token" value="${createConnectionToken('12345', { key, carrierCallId, connectionNumber: 0 })}"/>` +
      '</ConversationRelay></Connect></Response>',
  );
  expect(await now()).toMatchObject({ status: 'in-progress', carrierCallId, answeredAt: clock.now() });
});

it('bridges a multimodal call to the speech model, with a token for this call alone', async () => {
  const { answer, key, now } = await setup({
    call: { mode: 'multimodal' },
    assistant: { mode: 'multimodal', llmModelId: null, multimodalModelId: 101, voiceId: 101 },
  });
  const token = createCallToken('12345', 'bridge', key, carrierCallId);
  expect((await answer()).body).toContain(`X-Ringback-Call=7.${key.callId}&amp;X-Ringback-Token=${token}</Sip>`);
  expect((await now())?.status).toBe('in-progress');
});

it.each([
  { languageId: 5, written: 'languageCode="de-DE" transcriptionEngine="deepgram" partialResults' },
  { languageId: 60, written: 'languageCode="sw-KE" transcriptionEngine="google" speechModel="long" partialResults' },
  { languageId: 48, written: 'languageCode="pa-Guru-IN" transcriptionEngine="google" speechModel="long"' },
])(
  'has a multimodal call transcribed by a model that knows the language: $written',
  async ({ languageId, written }) => {
    const { answer } = await setup({
      call: { mode: 'multimodal' },
      assistant: { mode: 'multimodal', llmModelId: null, multimodalModelId: 101, voiceId: 101, languageId },
    });
    expect((await answer()).body).toContain(written);
  },
);

it('returns the same answer when the carrier asks twice', async () => {
  const { answer } = await setup();
  expect((await answer()).body).toBe((await answer()).body);
});

it('hangs up a call that is over already', async () => {
  const { answer, now } = await setup({ call: { status: 'failed' } });
  expect((await answer()).body).toBe('<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>');
  expect((await now())?.status).toBe('failed');
});
