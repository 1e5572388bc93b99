import { describe, expect, it } from 'vitest';
import type { Conversation, Frame } from '#test/infra/simulators/twilio/fake-service.ts';
import { politeAssistant, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const TALKER = '+12025550100';
const SILENT = '+12025550155';
const EVENTS = 'events="speaker-events tokens-played"';

describe('a conversation', () => {
  const carrier = useCarrier();
  const frames = (type?: string): Frame[] => {
    const all = carrier.service().conversations[0]?.frames ?? [];
    return type === undefined ? all : all.filter((frame) => frame['type'] === type);
  };
  const answerWith = (
    attributes: string,
    onFrame: (frame: Frame, conversation: Conversation) => void,
    action: string = '<Response><Hangup/></Response>',
  ) => {
    const answered = carrier.service().relay(attributes, '<Parameter name="call" value="7.c1"/>');
    carrier.service().script = { twiml: { '/answered': answered, '/action': action }, onFrame };
  };
  const action = () => carrier.service().to('/action')[0]?.parameters;
  const codes = async () => (await carrier.client().violations()).map(({ code }) => code);

  it('opens signed, with a setup that carries the parameters', async () => {
    answerWith(EVENTS, (frame, conversation) => {
      if (frame['type'] === 'setup') conversation.send({ type: 'end' });
    });
    const call = await carrier.call(TALKER);
    expect(carrier.service().conversations[0]?.isSigned).toBe(true);
    expect(frames()[0]).toMatchObject({
      type: 'setup',
      sessionId: expect.stringMatching(/^VX[\da-f]{32}$/),
      callSid: call.sid,
      to: TALKER,
      callType: 'PSTN',
      customParameters: { call: '7.c1' },
    });
    expect(action()).toMatchObject({ SessionStatus: 'ended', SessionId: frames()[0]?.['sessionId'] });
    expect(action()).not.toHaveProperty('HandoffData');
  });

  it('speaks the greeting, and reports who is speaking and what was played', async () => {
    answerWith(`welcomeGreeting="Good day." ${EVENTS}`, politeAssistant());
    await carrier.call(TALKER);
    const reported = frames()
      .slice(1, 7)
      .map(({ type, name, value, voicePrompt }) => [type, name ?? voicePrompt, value]);
    expect(reported).toEqual([
      ['info', 'agentSpeaking', 'on'],
      ['info', 'tokensPlayed', 'Good day.'],
      ['info', 'agentSpeaking', 'off'],
      ['info', 'clientSpeaking', 'on'],
      ['info', 'clientSpeaking', 'off'],
      ['prompt', 'Hello, good to hear from you.', undefined],
    ]);
    expect(frames('prompt')[0]).toEqual({
      type: 'prompt',
      voicePrompt: 'Hello, good to hear from you.',
      lang: 'en',
      last: true,
    });
  });

  it('sends no speaker events that were not asked for, and half sentences where they were', async () => {
    answerWith(
      'welcomeGreeting="Good day." partialPrompts="true" transcriptionLanguage="de-DE"',
      (frame, conversation) => {
        if (frame['last'] === true) conversation.send({ type: 'end' });
      },
    );
    await carrier.call(TALKER);
    expect(frames('info')).toEqual([]);
    expect(frames('prompt').slice(0, 3)).toMatchObject([
      { voicePrompt: 'Hello,', last: false, lang: 'de' },
      { voicePrompt: 'Hello, goo', last: false },
      { voicePrompt: 'Hello, good to', last: false },
    ]);
    expect(frames('prompt').at(-1)).toMatchObject({ voicePrompt: 'Hello, good to hear from you.', last: true });
  });

  it.each([
    ['another type', { type: 'say', text: 'hi' }],
    ['a missing field', { type: 'text', token: 'hi' }],
    ['a wrong type of field', { type: 'text', token: 'hi', last: 'true' }],
    ['a field too many', { type: 'text', token: 'hi', last: true, voice: 'x' }],
    ['an insecure source', { type: 'play', source: 'http://example.com/a.mp3' }],
    ['digits that are none', { type: 'sendDigits', digits: '12a' }],
    ['handoff data that is no text', { type: 'end', handoffData: {} }],
    ['what an API gateway says', { message: 'Internal server error', connectionId: 'x=', requestId: 'y' }],
    ['no JSON', 'hello'],
  ])('refuses %s with an error frame and counts it as 64107', async (_what, bad) => {
    answerWith(EVENTS, (frame, conversation) => {
      if (frame['type'] === 'setup') conversation.send(bad);
      if (frame['type'] === 'error') conversation.send({ type: 'end' });
    });
    await carrier.call(SILENT);
    const text = typeof bad === 'string' ? bad : JSON.stringify(bad);
    expect(frames('error')).toEqual([{ type: 'error', description: `Invalid message received, code: 64107, ${text}` }]);
    expect(await codes()).toEqual([64_107]);
    expect(action()).toMatchObject({ SessionStatus: 'ended' });
  });

  it('takes every frame of the protocol', async () => {
    answerWith(EVENTS, (frame, conversation) => {
      if (frame['type'] !== 'setup') return;
      conversation.send({
        type: 'text',
        token: 'Hi.',
        last: true,
        lang: 'en-US',
        interruptible: false,
        preemptible: true,
      });
      conversation.send({ type: 'play', source: 'https://example.com/a.mp3', loop: 1, interruptible: 'speech' });
      conversation.send({ type: 'sendDigits', digits: '1w#*' });
      conversation.send({ type: 'language', ttsLanguage: 'de-DE', transcriptionLanguage: 'de-DE' });
      conversation.send({ type: 'end', handoffData: '' });
    });
    await carrier.call(SILENT);
    expect(await codes()).toEqual([]);
  });

  it('fails after ten bad frames in a row', async () => {
    answerWith(EVENTS, (frame, conversation) => {
      if (frame['type'] === 'setup') for (let count = 0; count < 10; count += 1) conversation.send({ type: 'x' });
    });
    await carrier.call(SILENT);
    expect(action()).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105', CallStatus: 'in-progress' });
  });

  it.each([
    { code: 64_101, what: 'its settings are bad', attributes: 'voice="Rachel"', url: undefined },
    { code: 64_102, what: 'the service does not accept it', attributes: EVENTS, url: 'ws://127.0.0.1:1/voice' },
    { code: 64_105, what: 'the service closes it', attributes: EVENTS, url: undefined },
  ])('fails with $code when $what, and does what the action says', async ({ code, attributes, url }) => {
    const { socketUrl } = carrier.service();
    answerWith(attributes, (_, conversation) => conversation.close(), '<Response><Say>Sorry.</Say></Response>');
    const { twiml } = carrier.service().script;
    twiml['/answered'] = String(twiml['/answered']).replace(socketUrl, url ?? socketUrl);
    const call = await carrier.call(SILENT);
    expect(action()).toMatchObject({ SessionStatus: 'failed', ErrorCode: String(code) });
    expect(call.dialogue).toMatchObject([{ who: 'assistant', text: 'Sorry.' }]);
    expect(await codes()).toEqual([code]);
  });

  it('is taken up again by a second document', async () => {
    const resumed = carrier.service().relay('', '<Parameter name="resume" value="1"/>');
    answerWith(
      EVENTS,
      (frame, conversation) => {
        if (frame['type'] !== 'setup') return;
        if (carrier.service().conversations.length === 1) conversation.close();
        else conversation.send({ type: 'end' });
      },
      resumed.replace(/ action="[^"]*"/, ''),
    );
    await carrier.call(SILENT);
    expect(carrier.service().conversations[1]?.frames[0]).toMatchObject({ customParameters: { resume: '1' } });
  });

  it('lets a person speak and hang up through the control API', async () => {
    answerWith(EVENTS, politeAssistant());
    const { body } = await carrier.dial(SILENT);
    const sid = String(body['sid']);
    await carrier.until(() => expect(frames('setup')).toHaveLength(1));
    await carrier.client().control(`/calls/${sid}/say`, { text: 'Is anybody there?' });
    await carrier.until(() => expect(frames('prompt')).toMatchObject([{ voicePrompt: 'Is anybody there?' }]));
    await carrier.client().control(`/calls/${sid}/hangup`, {});
    expect(await carrier.finished(sid)).toMatchObject({ endedBy: 'caller' });
    expect(action()).toMatchObject({ SessionStatus: 'completed', CallStatus: 'completed' });
  });
});
