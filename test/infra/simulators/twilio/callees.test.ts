import { describe, expect, it } from 'vitest';
import { politeAssistant, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const EVENTS = 'events="speaker-events"';
const GREETING = 'welcomeGreeting="Hello, this is Ringback. Do you have a moment?"';

/** test/flows/simulated-customers.test.ts holds a whole call with each of them; this is what it does not see. */
describe('simulated callees', () => {
  const carrier = useCarrier();
  const number = (line: string) => `+1202555${line}`;
  const answerWith = (attributes = `${GREETING} ${EVENTS}`, onFrame = politeAssistant()) => {
    const twiml = carrier.service().relay(attributes);
    carrier.service().script = { twiml: { '/answered': twiml, '/action': '<Response><Hangup/></Response>' }, onFrame };
  };

  it('0101 hangs up some seconds after its goodbye if the assistant does not', async () => {
    answerWith(undefined, (frame, conversation) => {
      if (frame['type'] === 'prompt') conversation.send({ type: 'text', token: 'Fine, and what date?', last: true });
    });
    const call = await carrier.call(number('0101'));
    expect(call).toMatchObject({ status: 'completed', endedBy: 'caller' });
    const action = carrier.service().to('/action')[0]?.parameters;
    expect(action).toMatchObject({ SessionStatus: 'completed', CallStatus: 'completed' });
    expect(action).not.toHaveProperty('HandoffData');
  });

  it('0102 says hello without a greeting', async () => {
    answerWith(EVENTS);
    const call = await carrier.call(number('0102'));
    expect(call.dialogue[0]).toMatchObject({ who: 'customer', text: 'Hello?' });
    expect(call.status).toBe('completed');
  });

  it('a number outside the table converses, and leaves the end to the assistant', async () => {
    answerWith();
    expect(await carrier.call('+4915112345670')).toMatchObject({ status: 'completed', endedBy: 'app' });
    expect(carrier.service().to('/action')[0]?.parameters).toMatchObject({ HandoffData: '{"reason":"goodbye"}' });
  });

  it.each([
    ['0150', '486', ['initiated', 'ringing', 'busy']],
    ['0151', '487', ['initiated', 'ringing', 'no-answer']],
    ['0152', '503', ['initiated', 'failed']],
  ])('%s is not answered, with the SIP code %s', async (line, SipResponseCode, statuses) => {
    expect(await carrier.call(number(line))).toMatchObject({ duration: 0, endedBy: 'carrier' });
    // In half of the calls ringing comes before initiated.
    expect(new Set(carrier.service().statuses())).toEqual(new Set(statuses));
    const last = { CallDuration: '0', SipResponseCode, SequenceNumber: String(statuses.length - 1) };
    expect(carrier.service().to('/status').at(-1)?.parameters).toMatchObject(last);
    expect(carrier.service().to('/answered')).toEqual([]);
  });

  it('0153 greets as a voicemail does, and records until 120 seconds after the tone', async () => {
    answerWith(EVENTS, () => undefined);
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

  it('0155 never says a word: the time limit ends the call, the detection knows nothing', async () => {
    answerWith();
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

  it('0158 delivers every callback twice and out of order, and 0159 never the final one', async () => {
    answerWith();
    await carrier.call(number('0158'));
    const statuses = ['initiated', 'initiated', 'ringing', 'ringing', 'completed', 'in-progress', 'in-progress'];
    expect(carrier.service().statuses()).toEqual([...statuses, 'completed']);
    await carrier.call(number('0159'));
    expect(carrier.service().statuses().slice(8)).toEqual(['initiated', 'ringing', 'in-progress']);
  });
});
