import { PageView, type SimulatorFrame } from '@ringback/simulators/twilio/web/page-frames.ts';
import { expect, it } from 'vitest';

type Told = [type: string, data: Record<string, unknown>];

const carrier = (frame: Record<string, unknown>): Told => ['frame', { from: 'carrier', frame }];
const service = (token: string, last: boolean): Told => [
  'frame',
  { from: 'service', frame: { type: 'text', token, last } },
];
const prompt = (voicePrompt: string, last = true) => carrier({ type: 'prompt', voicePrompt, lang: 'en', last });
const greeting: Told = ['greeting', { text: 'Hello.' }];
const answered: Told = ['status', { status: 'in-progress' }];

function framesOf(told: readonly Told[], view = new PageView(() => 0)): SimulatorFrame[] {
  return told.flatMap(([type, data], id) => view.framesOf({ id, callSid: 'CA1', at: 0, callSeconds: 0, type, data }));
}
/** `assistant 1: text` for each turn that is told. */
const turnsOf = (told: readonly Told[]) =>
  framesOf(told).flatMap((frame) => {
    if (frame.type === 'assistant') return `assistant ${frame.turn}: ${frame.token}${frame.last ? '.' : ''}`;
    return frame.type === 'customer' ? `customer ${frame.turn}: ${frame.text}` : [];
  });

it.each<[what: string, told: Told[], turns: string[]]>([
  [
    'an answer has the number of what it answers',
    [greeting, prompt('Hi'), service('Yes', false), service('', true)],
    ['assistant 0: Hello..', 'customer 1: Hi', 'assistant 1: Yes', 'assistant 1: .'],
  ],
  [
    'a customer who speaks first is turn 1',
    [prompt('Hello?'), service('Yes', true)],
    ['customer 1: Hello?', 'assistant 1: Yes.'],
  ],
  [
    'words that nothing prompted are a turn of their own',
    [greeting, service('Still there?', true)],
    ['assistant 0: Hello..', 'assistant 1: Still there?.'],
  ],
  [
    'an interrupted answer ends where the next prompt comes',
    [greeting, prompt('A'), service('One', false), prompt('B'), service('Two', true)],
    ['assistant 0: Hello..', 'customer 1: A', 'assistant 1: One', 'customer 2: B', 'assistant 2: Two.'],
  ],
  ['partial prompts and empty closings tell nothing', [prompt('Hel', false), service('', true)], []],
])('%s', (_, told, turns) => {
  expect(turnsOf(told)).toEqual(turns);
});

it('measures from the last word of the customer to the first text, once', () => {
  let now = 100;
  const view = new PageView(() => now);
  framesOf([answered, prompt('Hi')], view);
  view.noteSaid();
  now = 850;
  expect(framesOf([service('Yes', false), service('.', true)], view)).toEqual([
    { type: 'latency', turn: 1, milliseconds: 750 },
    { type: 'assistant', turn: 1, token: 'Yes', last: false },
    { type: 'assistant', turn: 1, token: '.', last: true },
  ]);
});

it.each([
  ['caller', true, 'customer'],
  ['app', true, 'assistant'],
  ['carrier', true, 'assistant'],
  ['carrier', false, 'error'],
])('a call that %s ended, answered: %s, was ended by %s', (by, isAnswered, expected) => {
  const frames = framesOf([...(isAnswered ? [answered] : []), ['hangup', { by }]]);
  expect(frames.at(-1)).toEqual({ type: 'ended', by: expected });
});
