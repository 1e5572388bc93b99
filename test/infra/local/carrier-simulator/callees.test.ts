import { describe, expect, it } from 'vitest';
import { politeAssistant, useCarrier } from '#test/support/carrier-simulator/use-carrier.ts';

const EVENTS = 'events="speaker-events"';
const GREETING = 'welcomeGreeting="Hello, this is Ringback. Do you have a moment?"';

describe('simulated callees', () => {
  const carrier = useCarrier();
  const number = (line: string) => `+1202555${line}`;
  const answerWith = (twiml: string, onFrame = politeAssistant()) => {
    carrier.service().script = { twiml: { '/answered': twiml, '/action': '<Response><Hangup/></Response>' }, onFrame };
  };

  it('0100 converses, says goodbye, and leaves the end to the assistant', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    const call = await carrier.call(number('0100'));
    expect(call).toMatchObject({ status: 'completed', endedBy: 'app' });
    expect(call.dialogue.map(({ who, text }) => `${who}: ${text}`)).toEqual([
      'assistant: Hello, this is Ringback. Do you have a moment?',
      'customer: Yes, I have a moment.',
      'assistant: I see. What is your name?',
      'customer: My name is Alex Morgan.',
      'assistant: I see. What is your name?',
      'customer: My name is Alex Morgan.',
      'assistant: I see. What is your name?',
      'customer: That is all, thank you. Goodbye.',
      'assistant: Goodbye!',
    ]);
    expect(carrier.service().statuses()).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
    expect(carrier.service().to('/action')[0]?.parameters).toMatchObject({
      SessionStatus: 'ended',
      HandoffData: '{"reason":"goodbye"}',
      CallStatus: 'in-progress',
    });
    expect(await carrier.client().violations()).toEqual([]);
  });

  it('0101 hangs up some seconds after its goodbye if the assistant does not', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`), (frame, conversation) => {
      if (frame['type'] === 'prompt') conversation.send({ type: 'text', token: 'Fine, and what date?', last: true });
    });
    const call = await carrier.call(number('0101'));
    expect(call).toMatchObject({ status: 'completed', endedBy: 'caller' });
    expect(carrier.service().to('/action')[0]?.parameters).toMatchObject({
      SessionStatus: 'completed',
      CallStatus: 'completed',
    });
    expect(carrier.service().to('/action')[0]?.parameters).not.toHaveProperty('HandoffData');
  });

  it('0102 says hello without a greeting', async () => {
    answerWith(carrier.service().relay(EVENTS));
    const call = await carrier.call(number('0102'));
    expect(call.dialogue[0]).toMatchObject({ who: 'customer', text: 'Hello?' });
    expect(call.status).toBe('completed');
  });

  it('a number outside the table behaves as 0100', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    expect(await carrier.call('+4915112345670')).toMatchObject({ status: 'completed', endedBy: 'app' });
  });

  it.each([
    ['0150', 'busy', '486', ['initiated', 'ringing', 'busy']],
    ['0151', 'no-answer', '487', ['initiated', 'ringing', 'no-answer']],
    ['0152', 'failed', '503', ['initiated', 'failed']],
  ])('%s ends as %s without an answer', async (line, status, sipCode, statuses) => {
    expect(await carrier.call(number(line))).toMatchObject({ status, duration: 0, endedBy: 'carrier' });
    expect(carrier.service().statuses()).toEqual(statuses);
    expect(carrier.service().to('/status').at(-1)?.parameters).toMatchObject({
      CallDuration: '0',
      SipResponseCode: sipCode,
      SequenceNumber: String(statuses.length - 1),
    });
    expect(carrier.service().to('/answered')).toEqual([]);
  });

  it('0153 greets as a voicemail does, and records until 120 seconds after the tone', async () => {
    answerWith(carrier.service().relay(EVENTS), () => undefined);
    const call = await carrier.call(number('0153'), [
      ['MachineDetection', 'Enable'],
      ['AsyncAmd', 'true'],
      ['AsyncAmdStatusCallback', `${carrier.service().url}/machine`],
    ]);
    expect(call).toMatchObject({ status: 'completed', endedBy: 'caller', answeredBy: 'machine_start' });
    expect(call.dialogue[0]?.text).toContain('leave a message after the tone');
    expect(call.timeline.map(({ type }) => type)).toContain('beep');
    expect(call.duration).toBeGreaterThanOrEqual(120);
    const [verdict] = carrier.service().to('/machine');
    expect(verdict?.isSigned).toBe(true);
    expect(verdict?.parameters).toMatchObject({ CallSid: call.sid, AnsweredBy: 'machine_start' });
    expect(verdict?.parameters).not.toHaveProperty('From');
  });

  it('0154 hangs up as soon as the greeting is over', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    const call = await carrier.call(number('0154'));
    expect(call).toMatchObject({ status: 'completed', endedBy: 'caller' });
    expect(call.dialogue).toMatchObject([{ who: 'assistant', text: 'Hello, this is Ringback. Do you have a moment?' }]);
  });

  it('0155 never says a word: the time limit ends the call, the detection knows nothing', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    const call = await carrier.call(number('0155'), [
      ['TimeLimit', '30'],
      ['MachineDetection', 'Enable'],
    ]);
    expect(call).toMatchObject({ status: 'completed', endedBy: 'carrier', answeredBy: 'unknown' });
    expect(call.dialogue.filter(({ who }) => who === 'customer')).toEqual([]);
    // Without AsyncAmd the document is asked for only when the verdict is there.
    expect(carrier.service().to('/answered')[0]?.parameters).toMatchObject({ AnsweredBy: 'unknown' });
    expect(call.duration).toBeGreaterThanOrEqual(30);
  });

  it('0156 interrupts twice, and says what of the sentence was heard', async () => {
    answerWith(
      carrier.service().relay(`${GREETING} ${EVENTS}`),
      politeAssistant('Of course, take all the time you need. What is your name?'),
    );
    const call = await carrier.call(number('0156'));
    const frames = carrier.service().conversations[0]?.frames ?? [];
    const interrupts = frames.filter(({ type }) => type === 'interrupt');
    expect(interrupts).toHaveLength(2);
    const heard = String(interrupts[0]?.['utteranceUntilInterrupt']);
    expect('Hello, this is Ringback. Do you have a moment?'.startsWith(heard)).toBe(true);
    expect(heard.length).toBeGreaterThan(0);
    expect(interrupts[0]?.['durationUntilInterruptMs']).toBeGreaterThan(0);
    expect(call.dialogue[0]).toMatchObject({ who: 'assistant', text: heard.trim(), cut: true });
    expect(call.status).toBe('completed');
  });

  it('0157 is refused with 429 once per call, then dialled', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    const refused = await carrier.dial(number('0157'));
    expect(refused).toMatchObject({ status: 429, body: { code: 20_429, status: 429 } });
    expect(await carrier.call(number('0157'))).toMatchObject({ status: 'completed' });
    expect(await carrier.client().attempts()).toMatchObject([{ httpStatus: 429, code: 20_429 }, { httpStatus: 201 }]);
  });

  it('0158 delivers every callback twice and out of order', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    await carrier.call(number('0158'));
    const statuses = ['initiated', 'initiated', 'ringing', 'ringing', 'completed', 'in-progress', 'in-progress'];
    expect(carrier.service().statuses()).toEqual([...statuses, 'completed']);
    const finals = carrier
      .service()
      .to('/status')
      .filter(({ parameters }) => parameters['CallStatus'] === 'completed');
    const tokens = finals.map(({ headers }) => headers['i-twilio-idempotency-token']);
    expect(new Set(tokens).size).toBe(1);
  });

  it('0159 never sends the final callback, but the action and the API report the end', async () => {
    answerWith(carrier.service().relay(`${GREETING} ${EVENTS}`));
    const call = await carrier.call(number('0159'));
    expect(carrier.service().statuses()).toEqual(['initiated', 'ringing', 'in-progress']);
    expect(carrier.service().to('/action')).toHaveLength(1);
    expect(await carrier.client().api('GET', `/Calls/${call.sid}.json`)).toMatchObject({
      status: 200,
      body: { status: 'completed', duration: String(call.duration) },
    });
  });
});
