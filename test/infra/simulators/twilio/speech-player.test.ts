import { createCallClock } from '@ringback/simulators/line/call-clock.ts';
import { createSpeechPlayer } from '@ringback/simulators/line/speech-player.ts';
import { describe, expect, it } from 'vitest';
import { createManualScheduler } from '#test/infra/simulators/manual-scheduler.ts';

const options = { interruptible: 'any', preemptible: false } as const;

// Fourteen characters a second: the sentence takes two.
const SENTENCE = 'Good morning to all of you.x';

function setup(delays = { onset: 0, preemption: 0 }) {
  const time = createManualScheduler();
  const heard: string[] = [];
  const player = createSpeechPlayer(
    createCallClock(1, time),
    {
      onState: (state) => heard.push(state),
      onPlayed: (text) => heard.push(`"${text}"`),
      onUtterance: (text, cut) => heard.push(`${cut ? 'cut' : 'end'} "${text}"`),
    },
    delays,
  );
  return { time, player, heard };
}

describe('the speech player', () => {
  it('plays a closed utterance at 14 characters a second', () => {
    const { time, player, heard } = setup();
    player.addText(SENTENCE, true, options);
    time.advance(1999);
    expect(heard).toEqual(['speaking']);
    time.advance(1);
    expect(heard).toEqual(['speaking', `"${SENTENCE}"`, `end "${SENTENCE}"`, 'quiet']);
  });

  it('plays an open utterance up to its last phrase, and the rest when it is closed', () => {
    const { time, player, heard } = setup();
    player.addText('One, two', false, options);
    time.advance(1000);
    expect(heard).toEqual(['speaking', '"One, "', 'stalled']);
    player.addText(' three', false, options);
    expect(heard.at(-1)).toBe('stalled');
    player.addText('', true, options);
    time.advance(1000);
    expect(heard.slice(3)).toEqual(['speaking', '"two three"', 'end "One, two three"', 'quiet']);
  });

  it('plays queued utterances one after the other without a pause', () => {
    const { time, player, heard } = setup();
    player.addText('First one.', true, options);
    player.addText('Second one.', true, options);
    time.advance(5000);
    expect(heard).toEqual([
      'speaking',
      '"First one."',
      'end "First one."',
      '"Second one."',
      'end "Second one."',
      'quiet',
    ]);
  });

  it('stops after the word that has begun when it is interrupted, and drops what is queued', () => {
    const { time, player, heard } = setup();
    player.addText('Good morning to all of you.', false, options);
    player.addText(' And more.', true, options);
    player.addText('Queued.', true, options);
    time.advance(1000);
    expect(player.interrupt()).toEqual({ utterance: 'Good morning to', durationMs: 1000 });
    time.advance(5000);
    expect(heard).toEqual(['speaking', '"Good morning to"', 'cut "Good morning to"', 'quiet']);
  });

  it('plays tokens that come after it was interrupted', () => {
    const { time, player, heard } = setup();
    player.addText('Good morning to all', false, options);
    player.addText(' of you.', false, options);
    time.advance(500);
    player.interrupt();
    player.addText(' Late words.', true, options);
    time.advance(5000);
    expect(heard.slice(-4)).toEqual(['speaking', '" Late words."', 'end " Late words."', 'quiet']);
  });

  it.each([
    ['I heard: Holding.', ['I heard:', ' Holding.']],
    ['I am the caller, and on. On', ['I am the caller, ', 'and on.', ' On']],
    ['It costs 3.50 at 10:30, net', ['It costs 3.50 at 10:30, ', 'net']],
    ['はい。部屋は三つ。', ['はい。', '部屋は三つ。']],
    ['नमस्ते। कैसे हैं؟ जी', ['नमस्ते।', ' कैसे हैं؟', ' जी']],
  ])('makes a piece of each clause of «%s»', (text, pieces) => {
    const { time, player, heard } = setup();
    player.addText(text, true, options);
    time.advance(9000);
    expect(heard.slice(1, -2)).toEqual(pieces.map((piece) => `"${piece}"`));
  });

  it('makes one piece of a greeting, and begins a moment after its text', () => {
    const { time, player, heard } = setup({ onset: 0.3, preemption: 0.1 });
    player.addText('This is Ava. Yes.', true, { ...options, isWhole: true });
    time.advance(299);
    expect(heard).toEqual([]);
    time.advance(5000);
    expect(heard.slice(0, 2)).toEqual(['speaking', '"This is Ava. Yes."']);
  });

  it.each([
    { current: true, next: false, cut: true },
    { current: true, next: true, cut: true },
    { current: false, next: true, cut: false },
    { current: false, next: false, cut: false },
  ])('marked words ($current) are cut after 0.1 s by others (marked: $next): $cut', ({ current, next, cut }) => {
    const { time, player, heard } = setup({ onset: 0, preemption: 0.1 });
    player.addText(' Good morning to all of you.', true, { ...options, preemptible: current });
    time.advance(350);
    player.addText('Late words.', true, { ...options, preemptible: next });
    time.advance(99);
    expect(heard).toEqual(['speaking']);
    time.advance(5000);
    const all = ' Good morning to all of you.';
    const told = cut ? ['"Good morning"', 'cut " Good morning"'] : [`"${all}"`, `end "${all}"`];
    expect(heard).toEqual(['speaking', ...told, '"Late words."', 'end "Late words."', 'quiet']);
  });

  it('says of the current piece only what was heard, when it is interrupted', () => {
    const { time, player, heard } = setup();
    player.addText('One two. Three four.', true, options);
    time.advance(600);
    expect(player.interrupt()).toEqual({ utterance: 'Three', durationMs: 0 });
    expect(heard.slice(1)).toEqual(['"One two."', '"Three"', 'cut "One two. Three"', 'quiet']);
  });

  it('knows what may interrupt it while it speaks', () => {
    const { time, player } = setup();
    expect(player.interruptibleBy()).toBeUndefined();
    player.addText(SENTENCE, true, { interruptible: 'none', preemptible: false });
    expect(player.interruptibleBy()).toBe('none');
    time.advance(2000);
    expect(player.interruptibleBy()).toBeUndefined();
  });

  it.each([true, false])('is stopped by a preempt frame, whether the utterance was closed or not: %s', (closed) => {
    const { time, player, heard } = setup();
    const preemptible = { ...options, preemptible: true };
    player.addText('Let me think.', closed, preemptible);
    time.advance(500);
    player.addText('', true, preemptible);
    player.addText(' ', true, preemptible);
    time.advance(1000);
    expect(heard).toEqual(['speaking', '"Let me think."', 'cut "Let me think."', 'quiet']);
  });
});
