import { describe, expect, it } from 'vitest';
import { nearestVoice, textOfProblem } from '#clients/studio/src/playground/speech-words.ts';

const voices = [
  { name: 'Google Deutsch', lang: 'de-DE' },
  { name: 'Google UK English Female', lang: 'en-GB' },
  { name: 'Google UK English Male', lang: 'en-GB' },
  { name: 'Monica', lang: 'es_ES' },
];

describe('the nearest voice of the browser', () => {
  it.each([
    ['en', 'Female, British: velvety actress', 'Google UK English Female'],
    ['en', 'Male, British: steady broadcaster', 'Google UK English Male'],
    ['en', null, 'Google UK English Female'],
    ['de', 'Male', 'Google Deutsch'],
    ['es', 'Female', 'Monica'],
    ['fr', 'Female', undefined],
  ])('for %s and %j is %s', (language, description, name) => {
    expect(nearestVoice(voices, { language, description })?.name).toBe(name);
  });
});

it('every problem of the microphone has a sentence that says what to do', () => {
  for (const error of ['not-allowed', 'audio-capture', 'network', 'service-not-allowed', 'bad-grammar'])
    expect(textOfProblem(error)).toMatch(/ You can type\.$/);
});
