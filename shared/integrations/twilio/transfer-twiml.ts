import type { DialHuman } from '#shared/calls/carrier.ts';
import { DECLARATION, sayElement, writeXml } from '#shared/integrations/twilio/twiml.ts';

type TransferTwiml = Omit<DialHuman, 'key'> & { legUrl: string; actionUrl: string };

/**
 * `url` of the number runs on the human's leg before the customer is bridged: https://www.twilio.com/docs/voice/twiml/number.
 * Without `answerOnBridge` the customer hears ringing from the carrier. The call is answered already.
 */
export function transferTwiml({ to, callerId, ringSeconds, talkSeconds, legUrl, actionUrl }: TransferTwiml): string {
  const number = { name: 'Number', attributes: { url: legUrl, method: 'POST' }, children: [to] };
  const attributes = { action: actionUrl, method: 'POST', timeout: ringSeconds, timeLimit: talkSeconds, callerId };
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Dial', attributes, children: [number] }] });
}

/** A human needs some seconds to find the keypad. */
const KEY_SECONDS = 8;

/** `actionOnEmptyResult`: the service learns that no key was pressed. https://www.twilio.com/docs/voice/twiml/gather */
export function announcementTwiml(twiml: { text: string; locale: string; actionUrl: string }): string {
  const gather = {
    name: 'Gather',
    attributes: {
      action: twiml.actionUrl,
      method: 'POST',
      input: 'dtmf',
      numDigits: 1,
      timeout: KEY_SECONDS,
      actionOnEmptyResult: true,
    },
    children: [sayElement(twiml.text, twiml.locale)],
  };
  return DECLARATION + writeXml({ name: 'Response', children: [gather, { name: 'Hangup' }] });
}

/** A document of a dialled number that ends lets the carrier bridge the call. */
export function bridgeLegTwiml(): string {
  return `${DECLARATION}<Response/>`;
}
