import { reportsDuringSpeech, interruptsSpeech } from '@ringback/simulators/twilio/relay/relay-frames.ts';
import { describe, expect, it } from 'vitest';

describe('speech over the assistant', () => {
  it.each([
    { interruptibleBy: 'any', ignoreBackchannel: false, text: 'Uh-huh.', stops: true },
    { interruptibleBy: 'any', ignoreBackchannel: true, text: 'Uh-huh.', stops: false },
    { interruptibleBy: 'speech', ignoreBackchannel: true, text: 'Mm-hm', stops: false },
    { interruptibleBy: 'speech', ignoreBackchannel: true, text: 'Okay, wait.', stops: true },
    { interruptibleBy: 'none', ignoreBackchannel: false, text: 'Wait.', stops: false },
    { interruptibleBy: 'dtmf', ignoreBackchannel: false, text: 'Wait.', stops: false },
    { interruptibleBy: undefined, ignoreBackchannel: false, text: 'Wait.', stops: false },
  ] as const)(
    '«$text» interrupts speech that is interruptible by $interruptibleBy: $stops',
    ({ interruptibleBy, text, stops, ...rules }) => {
      expect(interruptsSpeech({ reportDuringSpeech: 'none', ...rules }, interruptibleBy, text)).toBe(stops);
    },
  );

  it.each([
    { reportDuringSpeech: 'none', ignoreBackchannel: false, text: 'Wait.', reports: false },
    { reportDuringSpeech: 'dtmf', ignoreBackchannel: false, text: 'Wait.', reports: false },
    { reportDuringSpeech: 'speech', ignoreBackchannel: false, text: 'Yeah.', reports: true },
    { reportDuringSpeech: 'any', ignoreBackchannel: true, text: 'Yeah.', reports: false },
  ] as const)('«$text» is reported with $reportDuringSpeech: $reports', ({ text, reports, ...rules }) => {
    expect(reportsDuringSpeech(rules, text)).toBe(reports);
  });
});
