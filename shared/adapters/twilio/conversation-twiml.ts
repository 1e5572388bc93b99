import { writeXml, type XmlElement } from '#shared/adapters/twilio/xml.ts';

export interface ConversationTwiml {
  socketUrl: string;
  /** Called when the conversation is over. */
  actionUrl: string;
  /** Null when the customer speaks first. */
  greeting: string | null;
  settings: Record<string, string | number | boolean | undefined>;
  /** Handed back in the `setup` message. */
  parameters: Record<string, string>;
  /** Where the recording is announced; null when the call is not recorded. */
  recordingUrl: string | null;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** The answer to «the customer has answered»: connect the call to our conversation. */
export function conversationTwiml(twiml: ConversationTwiml): string {
  const relay: XmlElement = {
    name: 'ConversationRelay',
    attributes: { url: twiml.socketUrl, welcomeGreeting: twiml.greeting ?? undefined, ...twiml.settings },
    children: Object.entries(twiml.parameters).map(([name, value]) => ({
      name: 'Parameter',
      attributes: { name, value },
    })),
  };
  const connect: XmlElement = {
    name: 'Connect',
    attributes: { action: twiml.actionUrl, method: 'POST' },
    children: [relay],
  };
  return DECLARATION + writeXml({ name: 'Response', children: [...recording(twiml.recordingUrl), connect] });
}

export function hangUpTwiml(): string {
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Hangup' }] });
}

/** Neither answered nor paid for: the caller hears a busy tone, or that the number is not in service. */
export function rejectTwiml(reason: 'busy' | 'rejected'): string {
  return DECLARATION + writeXml({ name: 'Response', children: [{ name: 'Reject', attributes: { reason } }] });
}

/** `Record` of the Calls API is ignored for ConversationRelay calls, so the recording starts in TwiML. */
function recording(url: string | null): XmlElement[] {
  if (url === null) return [];
  const attributes = {
    channels: 'dual',
    recordingStatusCallback: url,
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: 'completed absent',
  };
  return [{ name: 'Start', children: [{ name: 'Recording', attributes }] }];
}
