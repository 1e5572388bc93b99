import { describe, expect, it } from 'vitest';
import { createCallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import { Mouth } from '#infra/local/carrier-simulator/relay/speech-player.ts';
import { createManualScheduler } from '#test/support/carrier-simulator/manual-scheduler.ts';

const manner = { interruptible: 'any', preemptible: false } as const;

// Fourteen characters a second: the sentence takes two.
const SENTENCE = 'Good morning to all of you.x';

function setup(speed = 1) {
  const time = createManualScheduler();
  const heard: string[] = [];
  const mouth = new Mouth(createCallClock(speed, time), {
    onState: (state) => heard.push(state),
    onPlayed: (text) => heard.push(`"${text}"`),
    onCycle: (text, cut) => heard.push(`${cut ? 'cut' : 'end'} "${text}"`),
  });
  return { time, mouth, heard };
}

describe('the mouth of the carrier', () => {
  it('plays a closed cycle at 14 characters a second', () => {
    const { time, mouth, heard } = setup();
    mouth.text(SENTENCE, true, manner);
    time.advance(1999);
    expect(heard).toEqual(['speaking']);
    time.advance(1);
    expect(heard).toEqual(['speaking', `"${SENTENCE}"`, `end "${SENTENCE}"`, 'quiet']);
  });

  it('plays twice as fast when calls go twice as fast', () => {
    const { time, mouth, heard } = setup(2);
    mouth.text(SENTENCE, true, manner);
    time.advance(1000);
    expect(heard.at(-1)).toBe('quiet');
  });

  it('plays an open cycle up to its last phrase, and the rest when it is closed', () => {
    const { time, mouth, heard } = setup();
    mouth.text('One, two', false, manner);
    time.advance(1000);
    expect(heard).toEqual(['speaking', '"One,"', 'stalled']);
    mouth.text(' three', false, manner);
    expect(heard.at(-1)).toBe('stalled');
    mouth.text('', true, manner);
    time.advance(1000);
    expect(heard.slice(3)).toEqual(['speaking', '" two three"', 'end "One, two three"', 'quiet']);
  });

  it('is silent about a cycle that has no words', () => {
    const { time, mouth, heard } = setup();
    mouth.text('', true, manner);
    mouth.text(' ', true, manner);
    time.advance(5000);
    expect(heard).toEqual([]);
  });

  it('plays queued cycles one after the other without a pause', () => {
    const { time, mouth, heard } = setup();
    mouth.text('First one.', true, manner);
    mouth.text('Second one.', true, manner);
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

  it('stops at the last whole word when it is cut, and drops what is queued', () => {
    const { time, mouth, heard } = setup();
    mouth.text('Good morning to all of you.', false, manner);
    mouth.text(' And more.', true, manner);
    mouth.text('Queued.', true, manner);
    time.advance(1000);
    expect(mouth.cut()).toEqual({ utterance: 'Good morning', durationMs: 857 });
    time.advance(5000);
    expect(heard).toEqual(['speaking', '"Good morning"', 'cut "Good morning"', 'quiet']);
  });

  it('plays tokens that come after it was cut', () => {
    const { time, mouth, heard } = setup();
    mouth.text('Good morning to all', false, manner);
    mouth.text(' of you.', false, manner);
    time.advance(500);
    mouth.cut();
    mouth.text(' Late words.', true, manner);
    time.advance(5000);
    expect(heard.slice(-4)).toEqual(['speaking', '" Late words."', 'end " Late words."', 'quiet']);
  });

  it('is cut by the next cycle when it was preemptible', () => {
    const { time, mouth, heard } = setup();
    mouth.text('One moment please.', true, { ...manner, preemptible: true });
    time.advance(800);
    mouth.text('Here it is.', true, manner);
    time.advance(5000);
    expect(heard).toContain('cut "One moment"');
    expect(heard.at(-2)).toBe('end "Here it is."');
  });

  it('says what may stop it while it speaks', () => {
    const { time, mouth } = setup();
    expect(mouth.stoppedBy).toBeUndefined();
    mouth.text(SENTENCE, true, { interruptible: 'none', preemptible: false });
    expect(mouth.stoppedBy).toBe('none');
    time.advance(2000);
    expect(mouth.stoppedBy).toBeUndefined();
  });

  it('goes on with other words where it may be cut short by them, without a pause', () => {
    const { time, mouth, heard } = setup();
    mouth.text('Let me think.', true, { ...manner, preemptible: true });
    time.advance(500);
    mouth.text('We are open.', true, manner);
    time.advance(1000);
    expect(heard).toEqual(['speaking', '"Let me"', 'cut "Let me"', '"We are open."', 'end "We are open."', 'quiet']);
  });

  it.each([true, false])('is stopped by a breath, whether the cycle was closed or not: %s', (closed) => {
    const { time, mouth, heard } = setup();
    const may = { ...manner, preemptible: true };
    mouth.text('Let me think.', closed, may);
    time.advance(500);
    mouth.text('', true, may);
    mouth.text(' ', true, may);
    time.advance(1000);
    expect(heard).toEqual(['speaking', '"Let me"', 'cut "Let me"', 'quiet']);
  });
});
