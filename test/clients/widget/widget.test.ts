import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contrast, readableOn } from '#clients/widget/src/color.ts';
import { newEvents, parseTranscript } from '#clients/widget/src/transcript.ts';

const dist = (name: string) => readFile(`clients/widget/dist/${name}.js`, 'utf8');

describe('what is published', () => {
  it('has at most 40 KB before a call, and loads the voice SDK on demand only', async () => {
    for (const name of ['widget', 'web-call']) {
      const text = await dist(name);
      expect(text.length).toBeLessThan(40_000);
      expect(gzipSync(text).length).toBeLessThan(8000);
      expect(text).toContain('import("./twilio-call.js")');
      expect(text).not.toMatch(/\beval\(|new Function|innerHTML/);
    }
    expect((await dist('twilio-call')).length).toBeLessThan(250_000);
  });
});

describe('text on a color', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#2563eb', '#ffffff'],
    ['#fde047', '#000000'],
  ])('on %s is %s', (color, expected) => {
    expect(readableOn(color)).toBe(expected);
  });

  it('has the contrast of AA on any color', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'));
    const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
    expect(Math.min(...colors.map((color) => contrast(color, readableOn(color))))).toBeGreaterThan(4.5);
  });
});

describe('a transcript that grows', () => {
  const lines = parseTranscript('Assistant: Hello.\nCustomer: Hi,\nthere.\nAssistant: Yes?\nAssistant: Still there?');

  it('has one number for both sides of a turn', () => {
    expect(lines.map(({ by, turn, text }) => `${by} ${turn}: ${text}`)).toEqual([
      'assistant 0: Hello.',
      'customer 1: Hi,\nthere.',
      'assistant 1: Yes?',
      'assistant 2: Still there?',
    ]);
    expect(parseTranscript('Customer: Hello?').map(({ turn }) => turn)).toEqual([1]);
    expect(parseTranscript('')).toEqual([]);
  });

  it('is told by what is new, and by what has changed', () => {
    const before = lines.slice(0, 2);
    const cut = lines.map((line, index) => (index === 2 ? { ...line, text: 'Yes' } : line));
    expect(newEvents(before, lines)).toMatchObject([{ turn: 1, text: 'Yes?' }, { turn: 2 }]);
    expect(newEvents(lines, cut)).toEqual([{ type: 'assistant', turn: 1, text: 'Yes', last: true }]);
    expect(newEvents(lines, lines)).toEqual([]);
  });
});
