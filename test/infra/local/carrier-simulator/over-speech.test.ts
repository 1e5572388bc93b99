import { describe, expect, it } from 'vitest';
import { reportsOver, stopsSpeech } from '#infra/local/carrier-simulator/relay/relay-frames.ts';

describe('words over the assistant', () => {
  it.each([
    { stoppedBy: 'any', ignoreBackchannel: false, text: 'Uh-huh.', stops: true },
    { stoppedBy: 'any', ignoreBackchannel: true, text: 'Uh-huh.', stops: false },
    { stoppedBy: 'speech', ignoreBackchannel: true, text: 'Mm-hm', stops: false },
    { stoppedBy: 'speech', ignoreBackchannel: true, text: 'Okay, wait.', stops: true },
    { stoppedBy: 'none', ignoreBackchannel: false, text: 'Wait.', stops: false },
    { stoppedBy: 'dtmf', ignoreBackchannel: false, text: 'Wait.', stops: false },
    { stoppedBy: undefined, ignoreBackchannel: false, text: 'Wait.', stops: false },
  ] as const)('«$text» stops what is stopped by $stoppedBy: $stops', ({ stoppedBy, text, stops, ...manners }) => {
    expect(stopsSpeech({ reportDuringSpeech: 'none', ...manners }, stoppedBy, text)).toBe(stops);
  });

  it.each([
    { reportDuringSpeech: 'none', ignoreBackchannel: false, text: 'Wait.', reports: false },
    { reportDuringSpeech: 'dtmf', ignoreBackchannel: false, text: 'Wait.', reports: false },
    { reportDuringSpeech: 'speech', ignoreBackchannel: false, text: 'Yeah.', reports: true },
    { reportDuringSpeech: 'any', ignoreBackchannel: true, text: 'Yeah.', reports: false },
  ] as const)('«$text» is told to who wants $reportDuringSpeech: $reports', ({ text, reports, ...manners }) => {
    expect(reportsOver(manners, text)).toBe(reports);
  });
});
