import { expect, it } from 'vitest';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { hasModelFailed, openTurnSince } from '#shared/conversations/transcript.ts';
import { buildState } from '#test/support/builders.ts';

const prompt = (at: number): ConversationEvent => ({ kind: 'customer_said', at, text: 'Are you open?' });
const said = (at: number, generation: number, more: object = {}): ConversationEvent => ({
  kind: 'assistant_said',
  at,
  generation,
  text: 'Yes.',
  ...more,
});
const answered = (at: number, generation: number) =>
  said(at, generation, { timing: { promptAt: at, askedAt: at, firstTokenAt: at } });
const ended = (at: number, generation: number, outcome: 'model_failed' | 'unheard'): ConversationEvent => ({
  kind: 'turn_ended',
  at,
  generation,
  outcome,
});
const failed = (at: number, generation: number) => ended(at, generation, 'model_failed');
const cut = (at: number, generation: number): ConversationEvent => ({
  kind: 'interrupted',
  at,
  generation,
  heard: '',
});

it.each<[what: string, events: ConversationEvent[], expected: boolean]>([
  ['no turn has failed', [prompt(1), answered(2, 1)], false],
  ['its last turn has failed', [prompt(1), answered(2, 1), prompt(3), failed(4, 2)], true],
  ['a turn that has failed was cut, and no other followed', [prompt(1), failed(2, 1), cut(3, 1)], true],
  ['a turn has failed behind a part of the answer', [prompt(1), answered(2, 1), failed(3, 1)], true],
  ['a later turn was answered', [prompt(1), failed(2, 1), prompt(3), answered(4, 2)], false],
  ['only a reprompt followed', [prompt(1), failed(2, 1), said(9, 2)], true],
  ['the next turn has failed, too', [prompt(1), failed(2, 1), prompt(3), answered(4, 2), failed(5, 2)], true],
])('the model of a call has failed when %s: told by the log', (_, events, expected) => {
  expect(hasModelFailed({ events })).toBe(expected);
});

it.each<[what: string, generation: number, events: ConversationEvent[], expected: number | undefined]>([
  ['before a word of the customer', 0, [], undefined],
  ['from the prompt', 1, [prompt(5)], 5],
  ['during a filler', 1, [prompt(5), said(6, 1, { filler: true })], 5],
  ['until the answer is stored', 1, [prompt(5), said(6, 1)], undefined],
  ['until the models have failed', 1, [prompt(5), failed(6, 1)], undefined],
  ['until its answer finds no customer', 1, [prompt(5), ended(6, 1, 'unheard')], undefined],
  ['although the models have failed in the turn before it, later', 2, [prompt(1), prompt(5), failed(6, 1)], 5],
  ['until it is cut', 2, [prompt(5), cut(6, 1)], undefined],
  ['from the prompt that cut another answer in the same millisecond', 2, [said(1, 0), cut(5, 0), prompt(5)], 5],
  ['not from words that were too short to interrupt', 1, [prompt(1), said(2, 1), prompt(5)], undefined],
  ['not from words over the greeting that were too short to interrupt', 0, [prompt(5)], undefined],
])('a turn is open %s', (_, generation, events, expected) => {
  const conversation = { state: buildState({ generation }), events };
  expect(openTurnSince(conversation)).toBe(expected);
});

it('no turn is open once the assistant has begun to end the call', () => {
  const state = buildState({ generation: 2, endingAt: 7 });
  expect(openTurnSince({ state, events: [prompt(5)] })).toBeUndefined();
});
