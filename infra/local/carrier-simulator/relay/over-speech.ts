import type { Input, RelaySettings } from './relay-settings.ts';

type Manners = Pick<RelaySettings, 'ignoreBackchannel' | 'reportDuringSpeech'>;

const MURMUR = /^(?:uh[- ]?huh|mm+[- ]?hm+|mhm|hm+|yeah|yep|okay|ok|right|sure|i see|got it)$/;

/** Whether words that are said over the assistant stop it. */
export function stopsSpeech(manners: Manners, stoppedBy: Input | undefined, text: string): boolean {
  return (stoppedBy === 'any' || stoppedBy === 'speech') && !isIgnored(manners, text);
}

/** Whether words that are said over the assistant, and do not stop it, are told to the service. */
export function reportsOver(manners: Manners, text: string): boolean {
  return ['speech', 'any'].includes(manners.reportDuringSpeech) && !isIgnored(manners, text);
}

/** Somebody who only shows that they listen. */
function isIgnored({ ignoreBackchannel }: Manners, text: string): boolean {
  const plain = text.toLowerCase().replaceAll(/[^a-z\s-]+/g, '');
  return ignoreBackchannel && MURMUR.test(plain.trim());
}
