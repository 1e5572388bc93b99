import type { LiveCall } from '#twilio/context/live-call.ts';
import { callParameters } from '#twilio/reports/progress-callbacks.ts';
import { isCallbackUrl, isOneOf } from '#twilio/wire/formats.ts';
import { parseTwiml, TwimlError, type TwimlNode } from '#twilio/wire/parse-twiml.ts';
import type { HttpMethod, ServiceAnswer } from '#twilio/wire/service-client.ts';

export interface TwimlDocument {
  /** Relative addresses in the document are relative to this. */
  url: string;
  verbs: TwimlNode[];
}

interface TwimlRequest {
  purpose: string;
  url: string;
  method: HttpMethod;
  parameters?: Record<string, string>;
}

const contentTypes = new Set(['text/xml', 'application/xml', 'text/html']);

/** Requests a document from the service. */
export async function fetchDocument(live: LiveCall, request: TwimlRequest): Promise<TwimlDocument> {
  const answer = await live.context.service.request({
    callSid: live.sid,
    ...request,
    parameters: { ...callParameters(live.record, live.context.accountSid), ...request.parameters },
  });
  return toDocument(live, request.url, bodyOf(answer, request));
}

/** Requests a document that is not executed: what is wrong with it is only recorded. */
export async function fetchUnused(live: LiveCall, request: TwimlRequest): Promise<void> {
  try {
    await fetchDocument(live, request);
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    live.addViolation(error.code, error.message);
  }
}

/** Parses and checks a document. */
export function toDocument(live: LiveCall, url: string, xml: string): TwimlDocument {
  live.addEvent('twiml', { xml });
  const verbs = parseTwiml(xml);
  for (const unknown of checkTwiml(verbs)) live.addViolation(12_200, `schema validation warning: ${unknown}`);
  return { url, verbs };
}

function bodyOf(answer: ServiceAnswer, { purpose, url }: TwimlRequest): string {
  if (answer.kind !== 'answered') throw new TwimlError(11_200, `${purpose} ${url}: ${answer.kind}`, url);
  if (answer.status < 200 || answer.status >= 300)
    throw new TwimlError(11_200, `${purpose} ${url}: ${answer.status}`, url);
  const type = answer.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!contentTypes.has(type)) throw new TwimlError(12_300, `${purpose} ${url}: content type "${type}"`, url);
  return answer.body;
}

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
  // https://www.twilio.com/docs/voice/twiml/gather
  Gather: {
    attributes: {
      action: anAddress,
      method: aMethod,
      input: severalOf('dtmf'),
      numDigits: aNumber,
      timeout: aNumber,
      finishOnKey: anything,
      actionOnEmptyResult: isOneOf('true', 'false'),
    },
    nouns: ['Say', 'Play', 'Pause'],
  },
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
  // https://www.twilio.com/docs/voice/twiml/number
  Number: {
    attributes: {
      url: anAddress,
      method: aMethod,
      sendDigits: anything,
      statusCallback: isCallbackUrl,
      statusCallbackMethod: aMethod,
      statusCallbackEvent: severalOf('initiated', 'ringing', 'answered', 'completed'),
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

/** Returns the unknown attributes, which the carrier ignores. @throws TwimlError (12200) for unknown verbs, nouns and bad values */
function checkTwiml(document: readonly TwimlNode[]): string[] {
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
