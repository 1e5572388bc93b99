import { describe, expect, it } from 'vitest';
import type { Conversation, Frame } from '#test/infra/simulators/twilio/fake-service.ts';
import { useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';
import { recordings } from '#test/recordings/recordings.ts';

/** As set on the recorded calls: test/recordings. */
const FLUX = 'transcriptionProvider="Deepgram" speechModel="flux" partialPrompts="true" dtmfDetection="true"';
const HEARS = 'interruptible="any" reportInputDuringAgentSpeech="any" events="speaker-events tokens-played"';
const RECORDED = `${FLUX} ${HEARS}`;
const GREETING = 'welcomeGreeting="This is Ava. Say what you need, or press a key."';
const CUSTOMER = '+12025552001';
const LIST = 'We have three rooms: the first looks over the harbour and has two beds for you.';
const SECOND =
  ' The second looks over the garden and the old orchard behind the house where the children of the village play.';

// A machine that is busy for 100 ms is two seconds late: what is asserted is order, and that nothing comes too early.
const SPEED = 20;
const carrier = useCarrier({ speed: SPEED });
/** In call seconds: two timers, each of which may end a millisecond early. */
const EARLY = (2 / 1000) * SPEED;
const service = () => carrier.service();
const conversations = () => service().conversations;

/** What a frame tells, on one line. */
function line({ type, name, value, voicePrompt, last, digit, utteranceUntilInterrupt }: Frame): string {
  if (type === 'info') return `${String(name)} ${String(value)}`;
  if (type === 'prompt') return `${last === true ? 'prompt' : 'partial'} ${String(voicePrompt)}`;
  if (type === 'interrupt') return `interrupt ${String(utteranceUntilInterrupt)}`;
  return type === 'dtmf' ? `key ${String(digit)}` : String(type);
}
const recorded = (name: string): string[] =>
  recordings
    .find((recording) => recording.name === name)!
    .events.flatMap((event) => ('frame' in event && event.from === 'carrier' ? [line(event.frame)] : []));

interface Scene {
  attributes?: string;
  script?: object[];
  onFrame?: (frame: Frame, conversation: Conversation) => void;
  action?: string;
}

/** A call with a scripted customer, from its first frame to its last callback; and what happened when, in call seconds. */
async function hold({ attributes = RECORDED, script = [], onFrame, action = '<Response><Hangup/></Response>' }: Scene) {
  await carrier.client().control('/behaviours', { number: CUSTOMER, script, afterwards: 'stay' });
  const twiml = { '/answered': service().relay(attributes), '/action': action };
  service().script = { twiml, ...(onFrame && { onFrame }) };
  const { timeline, status } = await carrier.call(CUSTOMER, [['TimeLimit', '120']]);
  const frames = timeline.flatMap(({ callSeconds, data }) =>
    data['from'] === 'carrier' ? [{ at: callSeconds, line: line(data['frame'] as Frame) }] : [],
  );
  const requestAt = (purpose: string) => timeline.find(({ data }) => data['purpose'] === purpose)?.callSeconds ?? 0;
  const at = (start: string) => frames.find((frame) => frame.line.startsWith(start))?.at ?? Number.NaN;
  return { status, lines: frames.map((frame) => frame.line), at, requestAt, timeline };
}

const on =
  (type: string, act: (conversation: Conversation) => void, times = 1) =>
  (frame: Frame, conversation: Conversation) => {
    if (frame['type'] === type && (times -= 1) >= 0) act(conversation);
  };
const says =
  (token: string, more: object = {}) =>
  (conversation: Conversation) =>
    conversation.send({ type: 'text', token, last: true, ...more });
const hangUp = { hang_up: true };

describe('a recorded row of', () => {
  it('handshake: the signature comes twice, from Jetty', async () => {
    await hold({ script: [hangUp] });
    const { isSigned, headers } = conversations()[0]!;
    expect(isSigned).toBe(true);
    expect(headers['user-agent']).toMatch(/^Jetty/);
    expect(headers['x-amzn-bedrock-agentcore-runtime-custom-twilio-signature']).toBe(headers['x-twilio-signature']);
  });

  it('setup and first words: fields, 0.4 s after the document, the voice 0.25 s after it; the greeting is one piece', async () => {
    const { lines, at, requestAt } = await hold({
      attributes: `${RECORDED} ${GREETING}`,
      script: [{ listen: true }, hangUp],
    });
    expect(lines).toEqual(recorded('customer-speaks').slice(0, 4));
    const [like] = recordings[0]!.events;
    const fields = Object.keys('frame' in like! ? like.frame : {});
    expect(Object.keys(conversations()[0]!.frames[0]!)).toEqual(fields);
    expect(conversations()[0]!.frames[0]).toMatchObject({
      callStatus: 'IN_PROGRESS',
      parentCallSid: '',
      callerName: '',
    });
    expect(at('setup') - requestAt('answered')).toBeGreaterThanOrEqual(0.4 - EARLY);
    expect(at('agentSpeaking on') - at('setup')).toBeGreaterThanOrEqual(0.25 - EARLY);
  });

  it.each([
    { what: 'before the speaker', text: 'Waiting.', first: ['partial Waiting', 'clientSpeaking on'] },
    { what: 'with the speaker', text: 'Waiting', first: ['clientSpeaking on', 'partial Waiting'] },
  ])('customer speaks: the first partial comes $what, the end in one go', async ({ text, first }) => {
    const { lines, at } = await hold({ script: [{ say: text, at_once: true }, hangUp] });
    const told = lines.slice(1);
    expect(told.slice(0, 2)).toEqual(first);
    expect(told.slice(-3)).toEqual([`partial ${text}`, 'clientSpeaking off', `prompt ${text}`]);
    expect(at('prompt') - at('clientSpeaking off')).toBeLessThan(0.2);
    expect(at('prompt') - at(`partial ${text}`)).toBeGreaterThanOrEqual(0.35 - EARLY);
  });

  it('customer speaks: partials each 250 ms with the whole text so far, whose text changes', async () => {
    const { timeline } = await hold({ script: [{ say: 'Stop. Stop. I take the room.', at_once: true }, hangUp] });
    const partials = timeline.filter(({ data }) => (data['frame'] as Frame | undefined)?.['last'] === false);
    const texts = partials.map(({ data }) => String((data['frame'] as Frame)['voicePrompt']));
    expect(texts).toEqual(expect.arrayContaining(['Stop', 'Stop Stop', 'Stop. Stop. I take the room.']));
    const gaps = partials.slice(1).map(({ callSeconds }, index) => callSeconds - partials[index]!.callSeconds);
    expect(Math.min(...gaps)).toBeGreaterThan(0.1);
    expect(new Set(partials.map(({ data }) => (data['frame'] as Frame)['lang']))).toEqual(new Set(['en']));
  });

  it.each([
    { attributes: 'speechTimeout="5000"', from: 5, to: 15 },
    { attributes: 'speechModel="flux" speechTimeout="5000"', from: 0.35, to: 4.9 },
  ])('end of the words: $attributes is honoured', async ({ attributes, from, to }) => {
    const settings = `${attributes} partialPrompts="true"`;
    const { at } = await hold({ attributes: settings, script: [{ say: 'I take it.', at_once: true }, hangUp] });
    expect(at('prompt') - at('partial I take it.')).toBeGreaterThanOrEqual(from - EARLY);
    expect(at('prompt') - at('partial I take it.')).toBeLessThan(to);
  });

  it('barge-in by voice: order, the fragment of the current piece, and nothing of the queue', async () => {
    const { lines } = await hold({
      onFrame: on('setup', (conversation) => {
        says(`${LIST}${SECOND}`)(conversation);
        says('And a third.')(conversation);
      }),
      script: [{ interrupt: 'Stop it.', after: 9 }, { wait: 4 }, hangUp],
    });
    const cut = lines.findIndex((told) => told.startsWith('interrupt'));
    const fragment = lines[cut]!.replace('interrupt ', '');
    expect(SECOND).toMatch(new RegExp(`^ ${fragment}`));
    expect(lines.slice(2, cut + 3)).toEqual([
      'tokensPlayed We have three rooms:',
      'tokensPlayed  the first looks over the harbour and has two beds for you.',
      'clientSpeaking on',
      `tokensPlayed ${fragment}`,
      `interrupt ${fragment}`,
      'partial Stop',
      'agentSpeaking off',
    ]);
    expect(lines.findLast((told) => /^(tokensPlayed|agentSpeaking)/.test(told))).toBe('agentSpeaking off');
  });

  it('barge-in by key: the key, what was played, the interruption, the silence; a key in silence comes alone', async () => {
    const { lines } = await hold({
      onFrame: on('setup', says(SECOND.trim())),
      script: [{ wait: 4 }, { press: '9', at_once: true }, { wait: 2 }, { press: '8', at_once: true }, hangUp],
    });
    const fragment = lines[4]!.replace('interrupt ', '');
    expect(SECOND).toMatch(new RegExp(`^ ${fragment}`));
    const cut = [`tokensPlayed ${fragment}`, `interrupt ${fragment}`, 'agentSpeaking off'];
    expect(lines.slice(2)).toEqual(['key 9', ...cut, 'key 8']);
  });

  it('keys: 380 ms apart, none lost; a late one cuts the answer', async () => {
    const { lines, at } = await hold({
      onFrame: (frame, conversation) => {
        if (frame['digit'] === '9') says('Got four keys and I look for your name now.')(conversation);
      },
      script: [{ press: '4729####', at_once: true }, { wait: 1 }, hangUp],
    });
    expect(lines.filter((told) => told.startsWith('key')).join(' ')).toBe(
      'key 4 key 7 key 2 key 9 key # key # key # key #',
    );
    expect(lines.filter((told) => told.startsWith('interrupt Got'))).toHaveLength(1);
    expect(at('key 7') - at('key 4')).toBeGreaterThanOrEqual(0.38 - EARLY);
  });

  it('preemption: marked words are cut without an interruption, the voice stays on', async () => {
    const { lines } = await hold({
      onFrame: on('setup', (conversation) => {
        says(LIST, { preemptible: true })(conversation);
        setTimeout(() => says('Just one is left.')(conversation), 150);
      }),
      script: [{ listen: true }, hangUp],
    });
    expect(lines).toEqual([
      'setup',
      'agentSpeaking on',
      'tokensPlayed We have three rooms:',
      expect.stringMatching(/^tokensPlayed the first/),
      'tokensPlayed Just one is left.',
      'agentSpeaking off',
    ]);
  });

  it('sendDigits: behind speech, told as played, without a speaker', async () => {
    const { lines } = await hold({
      onFrame: on('setup', (conversation) => {
        says('I type the code now, so that the door opens.')(conversation);
        conversation.send({ type: 'sendDigits', digits: '1234#' });
      }),
      script: [{ listen: true }, { wait: 3 }, hangUp],
    });
    expect(lines).toEqual(recorded('digits-behind-speech'));
  });

  it('our `end`: closed with 1000 after 90 ms, the action 0.7 s later, and a second conversation on the same call', async () => {
    const again = service()
      .relay(`${RECORDED} ${GREETING}`)
      .replace(/ action="[^"]*"/, '');
    const { timeline, requestAt, lines } = await hold({
      attributes: `${RECORDED} ${GREETING}`,
      onFrame: on('setup', (conversation) => conversation.send({ type: 'end', handoffData: '{"a":1}' })),
      action: again,
      script: [{ wait: 25 }, hangUp],
    });
    const [first, second] = conversations();
    expect(first?.closed).toEqual({ code: 1000, reason: 'Closing websocket session' });
    const handoff = { SessionStatus: 'ended', HandoffData: '{"a":1}', CallStatus: 'in-progress' };
    expect(service().to('/action')[0]?.parameters).toMatchObject(handoff);
    const end = timeline.find(({ data }) => (data['frame'] as Frame | undefined)?.['type'] === 'end')!;
    expect(requestAt('action') - end.callSeconds).toBeGreaterThanOrEqual(0.79 - EARLY);
    const [one, two] = [first, second].map((conversation) => conversation!.frames[0]!);
    expect(two).toMatchObject({ callSid: one!['callSid'], callStatus: 'IN_PROGRESS' });
    expect(two!['sessionId']).not.toBe(one!['sessionId']);
    expect(lines).toContain('tokensPlayed This is Ava. Say what you need, or press a key.');
  });

  it.each([
    { what: 'customer hangs up', script: [{ wait: 1 }, hangUp], ends: undefined },
    { what: 'a call ended over REST looks the same', script: [], ends: 'completed' },
  ])('$what: 1000, the action as completed, and nothing of what was unplayed', async ({ script, ends }) => {
    let callSid = '';
    const { lines, requestAt, timeline } = await hold({
      onFrame: (frame, conversation) => {
        if (frame['type'] === 'setup') says(`${LIST}${SECOND}`)(conversation);
        if (frame['type'] === 'setup') callSid = String(frame['callSid']);
        if (ends && frame['value'] === 'on')
          void carrier.client().api('POST', `/Calls/${callSid}.json`, [['Status', ends]]);
      },
      script,
    });
    expect(lines).toEqual(['setup', 'agentSpeaking on']);
    expect(conversations()[0]?.closed).toMatchObject({ code: 1000 });
    const [action] = service().to('/action');
    expect(action?.parameters).toMatchObject({ SessionStatus: 'completed', CallStatus: 'completed' });
    for (const absent of ['HandoffData', 'ErrorCode']) expect(action?.parameters).not.toHaveProperty(absent);
    const last = timeline.findLast(({ data }) => data['purpose'] === 'status')!;
    expect(last.callSeconds - requestAt('action')).toBeGreaterThanOrEqual(0.4 - EARLY);
  });

  it('our socket drops: the action after 1.2 s, the call goes on with a new conversation', async () => {
    const again = service()
      .relay(RECORDED)
      .replace(/ action="[^"]*"/, '');
    const { requestAt, at } = await hold({
      onFrame: on('setup', (conversation) => conversation.drop()),
      action: again,
      script: [{ wait: 15 }, hangUp],
    });
    expect(service().to('/action')[0]?.parameters).toMatchObject({
      SessionStatus: 'failed',
      ErrorCode: '64105',
      ErrorMessage: 'Websocket ended',
      CallStatus: 'in-progress',
    });
    expect(requestAt('action') - at('setup')).toBeGreaterThanOrEqual(1.2 - EARLY);
    expect(conversations()).toHaveLength(2);
  });

  it('frames that are no JSON: each is answered, the tenth closes with 1007', async () => {
    const texts = Array.from({ length: 10 }, (_, index) => `not json #${index + 1}`);
    await hold({
      onFrame: on('setup', (conversation) => {
        for (const text of texts) conversation.send(text);
      }),
    });
    const errors = conversations()[0]!.frames.slice(1);
    expect(errors).toEqual(
      texts.map((text) => ({ type: 'error', description: `Invalid message received, code: 64107, ${text}` })),
    );
    expect(conversations()[0]?.closed).toEqual({ code: 1007, reason: 'Too many consecutive malformed messages.' });
    expect(service().to('/action')[0]?.parameters).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });

  it('88 s of silence: nothing is sent, nothing ends', async () => {
    await carrier.simulator().stop();
    await carrier.start({ speed: 50 });
    const { lines, status } = await hold({ script: [{ wait: 88 }, { press: '1', at_once: true }, hangUp] });
    expect({ lines, status }).toEqual({ lines: ['setup', 'key 1'], status: 'completed' });
  });

  it('the SIP bridge: takes up to seven seconds to reach the model, each call its own time', async () => {
    await carrier.simulator().stop();
    const realtime = { projectId: 'proj_1', apiKey: 'sk-test', webhookSecret: 'whsec_c2VjcmV0' };
    await carrier.start({ realtime: { ...realtime, webhookUrl: `${service().url}/model` } });
    const dial = '<Dial><Sip>sip:proj_1@sip.api.openai.com;transport=tls</Sip></Dial>';
    service().script = { twiml: { '/answered': `<Response>${dial}</Response>` } };
    const calls = await Promise.all(Array.from({ length: 5 }, () => carrier.call(CUSTOMER, [['TimeLimit', '12']])));
    const waits = calls.map(({ timeline }) => {
      const at = (purpose: string) => timeline.find(({ data }) => data['purpose'] === purpose)!.callSeconds;
      return at('model-webhook') - at('answered');
    });
    expect(Math.max(...waits)).toBeGreaterThan(2);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(1);
  });

  it.each([
    { report: 'reportInputDuringAgentSpeech="any"', told: ['key 5', 'prompt Wait.'] },
    // The default: https://www.twilio.com/docs/voice/conversationrelay/conversationrelay-noun
    { report: '', told: [] },
  ])('input over the assistant with «$report»: it stops the voice, and is told as $told', async ({ report, told }) => {
    const [sayOnce, sayAgain] = [on('setup', says(LIST)), on('interrupt', says(LIST))];
    const { lines } = await hold({
      attributes: `dtmfDetection="true" events="speaker-events tokens-played" ${report}`,
      onFrame(frame, conversation) {
        sayOnce(frame, conversation);
        sayAgain(frame, conversation);
      },
      script: [{ wait: 1 }, { press: '5', at_once: true }, { wait: 2 }, { interrupt: 'Wait.', after: 0.5 }, hangUp],
    });
    expect(lines.filter((one) => one.startsWith('interrupt'))).toHaveLength(2);
    expect(lines.filter((one) => /^(key|prompt)/.test(one))).toEqual(told);
  });
});
