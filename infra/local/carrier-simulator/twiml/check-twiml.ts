import type { TwimlNode } from './parse-twiml.ts';
import { isCallbackUrl, isOneOf } from '#infra/local/carrier-simulator/service/callback-url.ts';
import { TwimlError } from './twiml-error.ts';

type ValueCheck = (value: string) => boolean;
interface ElementRule {
  attributes: Record<string, ValueCheck>;
  nouns?: readonly string[];
}

const anything: ValueCheck = () => true;
const aMethod = isOneOf('GET', 'POST');
const aNumber: ValueCheck = (value) => /^\d+$/.test(value);
const anAddress: ValueCheck = (value) => value === '' || !/\s/.test(value);
const severalOf =
  (...allowed: string[]): ValueCheck =>
  (value) =>
    value.split(/\s+/).every((part) => allowed.includes(part));

const verbs: Record<string, ElementRule> = {
  Say: { attributes: { voice: anything, language: anything, loop: aNumber } },
  Play: { attributes: { loop: aNumber, digits: (value) => /^[\dw*#]+$/.test(value) } },
  Pause: { attributes: { length: aNumber } },
  Hangup: { attributes: {} },
  Reject: { attributes: { reason: isOneOf('rejected', 'busy') } },
  Redirect: { attributes: { method: aMethod } },
  Start: { attributes: {}, nouns: ['Recording', 'Transcription'] },
  Connect: { attributes: { action: anAddress, method: aMethod }, nouns: ['ConversationRelay'] },
  Dial: {
    attributes: {
      action: anAddress,
      method: aMethod,
      answerOnBridge: isOneOf('true', 'false'),
      callerId: anything,
      hangupOnStar: isOneOf('true', 'false'),
      timeout: aNumber,
      timeLimit: aNumber,
      record: isOneOf(
        'do-not-record',
        'record-from-answer',
        'record-from-ringing',
        'record-from-answer-dual',
        'record-from-ringing-dual',
      ),
      recordingStatusCallback: isCallbackUrl,
      recordingStatusCallbackMethod: aMethod,
      recordingStatusCallbackEvent: severalOf('in-progress', 'completed', 'absent'),
      trim: isOneOf('trim-silence', 'do-not-trim'),
    },
    nouns: ['Number', 'Sip', 'Client', 'Conference', 'Queue'],
  },
};

const nouns: Record<string, ElementRule> = {
  Transcription: {
    attributes: {
      name: anything,
      statusCallbackUrl: isCallbackUrl,
      statusCallbackMethod: aMethod,
      track: isOneOf('inbound_track', 'outbound_track', 'both_tracks'),
      languageCode: (value) => /^[A-Za-z]{2,4}(-[\w-]+)?$/.test(value),
      transcriptionEngine: isOneOf('google', 'deepgram'),
      speechModel: anything,
      partialResults: isOneOf('true', 'false'),
      profanityFilter: isOneOf('true', 'false'),
      enableAutomaticPunctuation: isOneOf('true', 'false'),
      hints: anything,
      inboundTrackLabel: anything,
      outboundTrackLabel: anything,
      intelligenceService: anything,
    },
  },
  Sip: {
    attributes: { username: anything, password: anything, statusCallback: isCallbackUrl, url: anAddress },
  },
  Recording: {
    attributes: {
      channels: isOneOf('mono', 'dual'),
      track: isOneOf('inbound', 'outbound', 'both'),
      trim: isOneOf('trim-silence', 'do-not-trim'),
      recordingStatusCallback: isCallbackUrl,
      recordingStatusCallbackMethod: aMethod,
      recordingStatusCallbackEvent: severalOf('in-progress', 'completed', 'absent'),
    },
  },
};

/** Refuses unknown verbs and nouns and bad values (12200); returns the attributes that the carrier does not know and ignores. */
export function checkTwiml(document: readonly TwimlNode[]): string[] {
  return document.flatMap((verb) => {
    const rule = verbs[verb.name];
    if (!rule) throw new TwimlError(12_200, `schema validation: <${verb.name}> is no verb`);
    const unknown = checkAttributes(verb, rule);
    return [...unknown, ...verb.children.flatMap((noun) => checkNoun(verb.name, noun, rule.nouns ?? []))];
  });
}

function checkNoun(verb: string, noun: TwimlNode, allowed: readonly string[]): string[] {
  if (!allowed.includes(noun.name)) throw new TwimlError(12_200, `schema validation: <${noun.name}> in <${verb}>`);
  const rule = nouns[noun.name];
  return rule ? checkAttributes(noun, rule) : [];
}

function checkAttributes({ name, attributes }: TwimlNode, rule: ElementRule): string[] {
  return Object.entries(attributes).flatMap(([attribute, value]) => {
    const check = rule.attributes[attribute];
    if (!check) return [`<${name}> has no attribute ${attribute}`];
    if (!check(value)) throw new TwimlError(12_200, `schema validation: ${attribute}="${value}" of <${name}>`);
    return [];
  });
}
