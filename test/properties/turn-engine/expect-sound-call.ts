import { expect } from 'vitest';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { Heard } from '#test/properties/turn-engine/customer-line.ts';
import type { HeldConversation } from '#test/properties/turn-engine/hold-conversation.ts';
import type { AnswerPart } from '#test/properties/turn-engine/scheduled-model.ts';

/** An answer that takes longer is left as it is. */
const LONGEST_TURN_MS = 20_000;

/** Stays silent until the timers end the call, unless the customer has ended it. */
export async function finish(held: HeldConversation): Promise<void> {
  const isHungUp = hungUp(held.line);
  held.play();
  await held.settle();
  while (held.line.isOpen() && (await held.ring(1))) {
    await held.settle();
    held.play();
    await held.settle();
  }
  expect(held.line.ends()).toBe(isHungUp ? 0 : 1);
}

/** Every key is part of one turn, unless the assistant had begun to end the call. */
export async function expectKeys(held: HeldConversation): Promise<void> {
  if (held.isEnding()) return;
  const texts = (await held.transcript()).map(({ text }) => text).join(' ');
  const keys = Array.from(texts.matchAll(/\[pressed ([^\]]+)\]/g), ([, pressed]) => pressed);
  // A service that is late by seconds may have them in another order.
  expect(keys.join('').split('').toSorted()).toEqual(held.keys.toSorted());
}

/** What holds of every call that is over. Returns whether its words could be compared, and whether it was the last of its campaign. */
export async function expectSoundCall(held: HeldConversation): Promise<{ isCompared: boolean; isRefused: boolean }> {
  // A call whose connection is lost while it ends, or for the third time, is given up.
  const problems = held.logged.filter(({ level, message }) => level === 'error' && message !== 'conversation failed');
  expect(problems).toEqual([]);
  expect(held.line.ends()).toBeLessThanOrEqual(1);
  expect(Math.max(0, ...held.runs.map(({ overruns }) => overruns))).toBeLessThanOrEqual(1);
  expectNoOverlap(held.line.heard);
  const isRefused = await expectRefusal(held);
  const isCompared = isTold(held);
  if (isCompared) expectSameWords(await held.transcript(), held);
  return { isCompared, isRefused };
}

/** Whether the carrier has reported enough to know what was heard. If it reports no piece, it counts as one that reports none ever. */
const isTold = ({ line, settings, connections }: HeldConversation): boolean =>
  line.heard.some(({ who }) => who === 'bot') &&
  !line.mixedLate() &&
  // What was played when a connection was lost is known by the time, and this line has none: its tests are recorded calls.
  (settings.cutsOwnWords || connections() === 1);

/** The words of one answer follow each other; what was on its way at an interruption is the exception that the network makes. */
function expectNoOverlap(heard: Heard[]): void {
  const order = heard
    .filter(({ isLate }) => !isLate)
    .flatMap(({ text }) => /^a(\d+)w/.exec(text)?.[1] ?? [])
    .map(Number);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
}

/** A customer is on the do-not-call list if the model asked for it, whatever they have said since the answer began. */
async function expectRefusal(held: HeldConversation): Promise<boolean> {
  const isRefused = await held.isRefused();
  const wishes = held.runs.filter(({ answer }) => answer.includes('do_not_call'));
  const isRead = wishes.some(
    ({ generation, hasLastWords, hasSpoken, answer, milliseconds }) =>
      hasLastWords ||
      // A reply to half a sentence, of which nothing was said, is not read on.
      ((hasSpoken || saysBefore(answer) === 0 || (generation === held.generation() && !held.isEnding())) &&
        milliseconds < LONGEST_TURN_MS),
  );
  // A model that fails or is too slow does not come to say so.
  const hasFailed = held.counts.some(({ name }) => name === 'ReplyFailed') || wishes.some(failsBefore);
  if (isRead && !hasFailed) expect(isRefused).toBe(true);
  if (wishes.length === 0) expect(isRefused).toBe(false);
  expect(held.counts.filter(({ name }) => name === 'DoNotCallAdded')).toHaveLength(isRefused ? 1 : 0);
  return isRefused;
}

const before = (answer: AnswerPart[]) => answer.slice(0, answer.indexOf('do_not_call'));
const failsBefore = ({ answer }: { answer: AnswerPart[] }) => before(answer).includes('fail');
const saysBefore = (answer: AnswerPart[]) => before(answer).filter((part) => typeof part === 'number').length;

const hungUp = (line: HeldConversation['line']) => !line.isOpen() && line.ends() === 0;

function expectSameWords(transcript: TranscriptTurn[], { line, settings }: HeldConversation): void {
  const inTime = (said: Array<{ who: string; text: string }>) =>
    said.flatMap(({ who, text }) =>
      text
        .replaceAll(/\[pressed \S+\]/g, '')
        .split(/\s+/)
        .flatMap((word) => (word === '' || line.lateWords.has(word) ? [] : [`${who} ${word}`])),
    );
  const noted = inTime(transcript.map(({ sender, text }) => ({ who: sender, text })));
  const heard = inTime(line.heard);
  // Who is spoken to on says words in the middle of an answer, which is noted as a whole.
  const sides = settings.tellsWordsOver ? ['bot', 'human'] : [''];
  for (const side of sides) {
    const of = (words: string[]) => words.filter((word) => word.startsWith(side));
    expect(of(noted)).toEqual(of(heard));
  }
}
