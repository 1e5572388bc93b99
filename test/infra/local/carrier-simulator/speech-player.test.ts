import { describe, expect, it } from 'vitest';
import { createCallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import { createSpeechPlayer } from '#infra/local/carrier-simulator/relay/speech-player.ts';
import { createManualScheduler } from '#test/support/carrier-simulator/manual-scheduler.ts';

const options = { interruptible: 'any', preemptible: false } as const;

// Fourteen characters a second: the sentence takes two.
const SENTENCE = 'Good morning to all of you.x';

function setup(speed = 1) {
  const time = createManualScheduler();
  const heard: string[] = [];
  const player = createSpeechPlayer(createCallClock(speed, time), {
    onState: (state) => heard.push(state),
    onPlayed: (text) => heard.push(`"${text}"`),
    onUtterance: (text, cut) => heard.push(`${cut ? 'cut' : 'end'} "${text}"`),
  });
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
    expect(heard).toEqual(['speaking', '"One,"', 'stalled']);
    player.addText(' three', false, options);
    expect(heard.at(-1)).toBe('stalled');
    player.addText('', true, options);
    time.advance(1000);
    expect(heard.slice(3)).toEqual(['speaking', '" two three"', 'end "One, two three"', 'quiet']);
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

  it('stops at the last whole word when it is interrupted, and drops what is queued', () => {
    const { time, player, heard } = setup();
    player.addText('Good morning to all of you.', false, options);
    player.addText(' And more.', true, options);
    player.addText('Queued.', true, options);
    time.advance(1000);
    expect(player.interrupt()).toEqual({ utterance: 'Good morning', durationMs: 857 });
    time.advance(5000);
    expect(heard).toEqual(['speaking', '"Good morning"', 'cut "Good morning"', 'quiet']);
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
    expect(heard).toEqual(['speaking', '"Let me"', 'cut "Let me"', 'quiet']);
  });
});
