import { describe, expect, it } from 'vitest';
import {
  checkExpectations,
  type Outcome,
  percentile,
  readTranscript,
} from '#infra/local/rehearsal/check-expectations.ts';
import type { Expectations } from '#infra/local/rehearsal/rehearsal.ts';

const outcome: Outcome = {
  status: 'ended_by_assistant',
  answeredBy: 'human',
  duration: 42,
  lines: readTranscript('Assistant: Hello Ada,  how are you?\nCustomer: Fine, goodbye.\nAssistant: Goodbye!'),
  extracted: { confirmed: true, guests: 6, name: 'Ada Lovelace', note: null },
  tools: ['end_call', 'find_slots', 'book'],
  toolCalls: [
    { name: 'find_slots', arguments: { day: 'Tuesday', people: 2 }, status: 'failed' },
    { name: 'find_slots', arguments: { day: 'Tuesday', people: 2 }, status: 'done' },
    { name: 'book', arguments: { slot: { day: 'Tuesday', time: '10:00' }, note: 'a  window seat' }, status: 'done' },
  ],
  toolRequests: { find_slots: 2, book: 1 },
  silences: { longest: 1.5, machine: 0, endpointing: [0.5] },
  machine: 0,
  speed: 1,
  ourShareMs: [10, 20, 30, 400],
};

const met: Expectations[] = [
  { status: 'ended_by_assistant' },
  { status: ['completed', 'ended_by_assistant'] },
  { answered_by: 'human' },
  { said: ['hello ada, how are you'] },
  { said: ['/^Goodbye!$/'] },
  { not_said: ['fine', '/price/i'] },
  { tool_called: ['end_call', 'book'] },
  { tool_calls: [{ tool: 'find_slots' }, { tool: 'book' }] },
  { tool_calls: [{ tool: 'find_slots', with: { day: 'tuesday' }, status: 'done' }] },
  { tool_calls: [{ tool: 'find_slots', exactly: { day: '/^Tues/', people: '2' } }] },
  { tool_calls: [{ tool: 'book', with: { slot: { time: '/^10/' }, note: 'A window seat' } }] },
  { tool_requests: { find_slots: 2, book: 1, cancel: 0 } },
  { extracted: { confirmed: true, guests: 6, name: 'ada  lovelace', note: null } },
  { extracted: { name: '/^Ada/', guests: { min: 5, max: 6 } } },
  { turns: { min: 3, max: 3 } },
  { duration: { max: 42 } },
  { our_share_of_turn_ms: { p50: 20, p95: 400 } },
];

const CALLS =
  'find_slots {"day":"Tuesday","people":2} (failed), find_slots {"day":"Tuesday","people":2} (done), book {"slot":{"day":"Tuesday","time":"10:00"},"note":"a  window seat"} (done)';

const missed: Array<[expect: Expectations, why: string]> = [
  [{ status: 'completed' }, 'status: expected completed, and the call ended as ended_by_assistant'],
  [{ status: ['busy', 'failed'] }, 'status: expected busy or failed, and the call ended as ended_by_assistant'],
  [{ answered_by: 'machine' }, 'answered_by: expected machine, and it was human'],
  [
    { said: ['Good morning'] },
    'said: the assistant never said "Good morning"; it said «Hello Ada,  how are you?», «Goodbye!»',
  ],
  [{ said: ['/fine/i'] }, 'said: the assistant never said /fine/i; it said «Hello Ada,  how are you?», «Goodbye!»'],
  [{ not_said: ['goodbye'] }, 'not_said: the assistant said "goodbye", in «Goodbye!»'],
  [{ tool_not_called: ['end_call'] }, 'tool_not_called: end_call was called'],
  [
    { tool_calls: [{ tool: 'book' }, { tool: 'find_slots' }] },
    `tool_calls: expected find_slots behind the first one, and the calls were ${CALLS}`,
  ],
  [
    { tool_calls: [{ tool: 'find_slots', exactly: { day: 'Tuesday' } }] },
    `tool_calls: expected find_slots exactly {"day":"Tuesday"}, and the calls were ${CALLS}`,
  ],
  [
    { tool_calls: [{ tool: 'book', with: { slot: { time: '11:00' } }, status: 'done' }] },
    `tool_calls: expected book with {"slot":{"time":"11:00"}} (done), and the calls were ${CALLS}`,
  ],
  [{ tool_calls: [] }, `tool_calls: expected none, and the calls were ${CALLS}`],
  [{ tool_requests: { book: 2 } }, 'tool_requests.book: expected 2, and its server got 1'],
  [{ extracted: { confirmed: false } }, 'extracted.confirmed: expected false, and got true'],
  [{ extracted: { confirmed: 'true' } }, 'extracted.confirmed: expected "true", and got true'],
  [{ extracted: { name: 'Ada' } }, 'extracted.name: expected "Ada", and got "Ada Lovelace"'],
  [{ extracted: { name: '/Grace/' } }, 'extracted.name: expected /Grace/, and got "Ada Lovelace"'],
  [{ extracted: { guests: { min: 7 } } }, 'extracted.guests: expected 7 at least, and got 6'],
  [{ extracted: { name: { min: 7 } } }, 'extracted.name: expected a number, and got "Ada Lovelace"'],
  [{ extracted: { note: 'x' } }, 'extracted.note: expected "x", and got null'],
  [
    { extracted: { mood: 'good' } },
    'extracted.mood: nothing of that name was extracted; there is confirmed, guests, name, note',
  ],
  [{ turns: { min: 4 } }, 'turns: expected 4 at least, and got 3'],
  [{ duration: { max: 41 } }, 'duration: expected 41 at most, and got 42'],
  [
    { our_share_of_turn_ms: { p50: 19, p95: 400 } },
    'our_share_of_turn_ms.p50: expected 19 ms at most, and got 20 ms in 4 turns',
  ],
];

describe('the expectations of a rehearsal', () => {
  it.each(met)('are met: %j', (expectations) => {
    expect(checkExpectations(expectations, outcome)).toEqual([]);
  });

  it.each(missed)('are missed: %j', (expectations, why) => {
    expect(checkExpectations(expectations, outcome)).toEqual([why]);
  });

  it('are all reported when several are missed', () => {
    const all = { status: 'completed', turns: { min: 4 }, said: ['x'] } satisfies Expectations;
    expect(checkExpectations(all, outcome)).toHaveLength(3);
  });

  it('report a call without speech and tools', () => {
    const silent = {
      ...outcome,
      lines: [],
      tools: [],
      toolCalls: [],
      toolRequests: {},
      silences: { longest: 1.5, machine: 0, endpointing: [0.5] },
      machine: 0,
      speed: 1,
      ourShareMs: [],
    };
    const expectations: Expectations = {
      said: ['x'],
      tool_called: ['end_call'],
      tool_calls: [{ tool: 'book' }],
      our_share_of_turn_ms: { p50: 1 },
    };
    expect(checkExpectations(expectations, silent)).toEqual([
      'said: the assistant never said "x"; it said nothing',
      'tool_called: expected end_call, and no tool was called',
      'tool_calls: expected book, and there was no call',
      'our_share_of_turn_ms: no turn was answered',
    ]);
  });

  it('find the same by an expression with the flag g, however often it is asked', () => {
    const twice = { said: ['/goodbye/gi', '/goodbye/gi'] } satisfies Expectations;
    expect(checkExpectations(twice, outcome)).toEqual([]);
  });
});

describe('a percentile', () => {
  it.each([
    [[], 50, undefined],
    [[7], 50, 7],
    [[4, 1, 3, 2], 50, 2],
    [[4, 1, 3, 2], 95, 4],
  ])('of %j at %i is %s', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });
});
