import { CHARACTERS_PER_SECOND, MEDIA_SECONDS } from '#line/call-clock.ts';
import { behaviourOf } from '#twilio/callees/behaviours.ts';
import type { LiveCall } from '#twilio/context/live-call.ts';
import { runDialNumber } from '#twilio/instructions/dial-number.ts';
import { runBridge } from '#twilio/instructions/dial-sip.ts';
import { fetchDocument, fetchUnused, toDocument, type TwimlDocument } from '#twilio/instructions/fetch-twiml.ts';
import { gatherKeys } from '#twilio/instructions/gather-keys.ts';
import { runConversation } from '#twilio/relay/run-conversation.ts';
import { startRecording } from '#twilio/reports/recordings.ts';
import { createTranscription } from '#twilio/reports/transcription.ts';
import { TwimlError, type TwimlNode } from '#twilio/wire/parse-twiml.ts';
import { methodOf } from '#twilio/wire/service-client.ts';

/**
 * Executes the service's documents on a call, until no verb is left or the call is over.
 * @param onFirstVerb called with the first verb, before it is executed; outbound calls are answered before
 */
export async function runTwiml(live: LiveCall, onFirstVerb: OnFirstVerb = () => undefined): Promise<void> {
  let usedFallback = false;
  let next: () => TwimlDocument | undefined | Promise<TwimlDocument | undefined> = () => firstDocument(live);
  for (;;) {
    try {
      const document = await next();
      if (!document) break;
      onFirstVerb(document.verbs[0]);
      next = () => runDocument(document, live);
    } catch (error) {
      if (!(error instanceof TwimlError)) throw error;
      live.addViolation(error.code, error.message);
      const fallbackUrl = live.parameter('FallbackUrl');
      if (usedFallback || fallbackUrl === undefined) {
        if (isUnanswered(live) && error.code === NOT_REACHED) return soundBusy(live);
        onFirstVerb();
        return applicationError(live);
      }
      usedFallback = true;
      next = () => fallbackDocument(live, fallbackUrl, error);
    }
  }
  if (isUnanswered(live)) return soundBusy(live);
  live.end({ status: 'completed', by: 'app' });
}

const NOT_REACHED = 11_200;

const isUnanswered = ({ record }: LiveCall) => record.direction === 'inbound' && record.answeredAt === undefined;

/** A caller for whom neither the documents nor the socket were reached hears busy. */
const soundBusy = (live: LiveCall) => live.end({ status: 'busy', by: 'carrier', sipCode: 486 });

type OnFirstVerb = (firstVerb?: TwimlNode) => void;

async function firstDocument(live: LiveCall): Promise<TwimlDocument> {
  const url = live.parameter('Url');
  if (url === undefined) return toDocument(live, '', live.parameter('Twiml') ?? '');
  const { answeredBy } = live.record;
  const parameters: Record<string, string> = answeredBy === undefined ? {} : { AnsweredBy: answeredBy };
  return fetchDocument(live, { purpose: 'answered', url, method: methodOf(live.parameter('Method')), parameters });
}

async function runDocument(document: TwimlDocument, live: LiveCall): Promise<TwimlDocument | undefined> {
  const outcome = await runVerbs(document, live);
  return outcome === 'stop' ? undefined : outcome;
}

async function runVerbs(document: TwimlDocument, live: LiveCall): Promise<VerbOutcome> {
  for (const verb of document.verbs) {
    if (live.over.aborted) return 'stop';
    const outcome = await verbs[verb.name]?.(verb, live, document.url);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function fallbackDocument(live: LiveCall, url: string, error: TwimlError): Promise<TwimlDocument> {
  return fetchDocument(live, {
    purpose: 'fallback',
    url,
    method: methodOf(live.parameter('FallbackMethod')),
    parameters: { ErrorCode: String(error.code), ErrorUrl: error.url ?? live.parameter('Url') ?? '' },
  });
}

async function applicationError(live: LiveCall): Promise<void> {
  await speak('We are sorry, an application error has occurred. Goodbye.', live);
  live.end({ status: 'completed', by: 'carrier' });
}

/** The next document, or `stop`. Undefined: the next verb runs. */
type VerbOutcome = TwimlDocument | 'stop' | undefined;
type RunVerb = (verb: TwimlNode, live: LiveCall, documentUrl: string) => Promise<VerbOutcome>;

const verbs: Record<string, RunVerb> = {
  async Say({ text, attributes }, live) {
    for (let time = 0; time < times(attributes['loop']); time += 1) await speak(text, live);
    return undefined;
  },
  async Play({ attributes }, live) {
    await live.context.clock.sleep(MEDIA_SECONDS * times(attributes['loop']), { signal: live.over });
    return undefined;
  },
  async Pause({ attributes }, live) {
    await live.context.clock.sleep(Number(attributes['length'] ?? 1), { signal: live.over });
    return undefined;
  },
  Hangup: () => Promise.resolve('stop'),
  Reject: () => Promise.resolve('stop'),
  Redirect: ({ text, attributes }, live, documentUrl) =>
    fetchDocument(live, {
      purpose: 'redirect',
      url: absolute(text, documentUrl),
      method: methodOf(attributes['method']),
    }),
  Start({ children }, live) {
    for (const noun of children) {
      if (noun.name === 'Recording') startRecording(noun, live);
      else live.transcription = createTranscription(noun, live, behaviourOf(live.customer).callbacks);
    }
    return Promise.resolve(undefined);
  },
  async Connect(verb, live, documentUrl) {
    const [relay, ...others] = verb.children;
    if (!relay || others.length > 0) throw new TwimlError(12_200, 'schema validation: <Connect> without one noun');
    return afterwards(verb, live, documentUrl, await runConversation(relay, live));
  },
  async Dial(verb, live, documentUrl) {
    const [noun, ...others] = verb.children;
    const isNumber = noun?.name === 'Number' && others.length === 0;
    const outcome = isNumber
      ? await runDialNumber(verb, noun, live, (leg, number) => runLeg(leg, number, documentUrl))
      : await runBridge(verb, live);
    return afterwards(verb, live, documentUrl, outcome);
  },
  async Gather(verb, live, documentUrl) {
    const digits = await gatherKeys(verb, live, async () => {
      for (const prompt of verb.children) await verbs[prompt.name]?.(prompt, live, documentUrl);
    });
    if (live.over.aborted) return 'stop';
    const { action, actionOnEmptyResult } = verb.attributes;
    if (digits === '' && actionOnEmptyResult !== 'true') return undefined;
    return fetchDocument(live, {
      purpose: 'action',
      url: absolute(action ?? documentUrl, documentUrl),
      method: methodOf(verb.attributes['method']),
      parameters: { Digits: digits },
    });
  },
};

/** The document of a called number. A failure there ends the leg, and not the call of the customer. */
async function runLeg(leg: LiveCall, { attributes }: TwimlNode, documentUrl: string): Promise<'done' | 'stopped'> {
  const { url, method } = attributes;
  if (url === undefined) return leg.over.aborted ? 'stopped' : 'done';
  try {
    let document: TwimlDocument | undefined = await fetchDocument(leg, {
      purpose: 'leg',
      url: absolute(url, documentUrl),
      method: methodOf(method),
    });
    while (document) {
      const outcome: VerbOutcome = await runVerbs(document, leg);
      if (outcome === 'stop' || leg.over.aborted) return 'stopped';
      document = outcome;
    }
    return 'done';
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    leg.addViolation(error.code, error.message);
    return 'stopped';
  }
}

/** Sends the request to the action, if there is one. The answer is not executed when the call is over. */
async function afterwards(
  { attributes }: TwimlNode,
  live: LiveCall,
  documentUrl: string,
  parameters: Record<string, string>,
): Promise<VerbOutcome> {
  const { action } = attributes;
  if (action === undefined) return undefined;
  const request = {
    purpose: 'action',
    url: absolute(action, documentUrl),
    method: methodOf(attributes['method']),
    parameters,
  };
  if (!live.over.aborted) return fetchDocument(live, request);
  await fetchUnused(live, request);
  return 'stop';
}

const times = (loop = '1') => Math.max(Number(loop), 1);

function absolute(address: string, documentUrl: string): string {
  if (URL.canParse(address)) return address;
  if (!URL.canParse(address, documentUrl)) throw new TwimlError(11_100, `invalid URL "${address}"`);
  return new URL(address, documentUrl).toString();
}

/** Speaks a text outside of conversations. */
async function speak(text: string, live: LiveCall): Promise<void> {
  if (live.over.aborted) return;
  live.recorder.connect();
  live.recorder.setState('speaking');
  await live.context.clock.sleep(text.length / CHARACTERS_PER_SECOND, { signal: live.over });
  if (live.over.aborted) return;
  live.addEvent('dialogue', { who: 'assistant', text });
  live.recorder.addSpeech(text);
  live.recorder.setState('quiet');
}
