import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { methodOf } from '#infra/local/carrier-simulator/call/method-of.ts';
import { runBridge } from '#infra/local/carrier-simulator/bridge/run-bridge.ts';
import { Transcription } from '#infra/local/carrier-simulator/call/transcription.ts';
import { behaviourOf } from '#infra/local/carrier-simulator/callees/behaviours.ts';
import { startRecording } from '#infra/local/carrier-simulator/call/recordings.ts';
import { runConversation } from '#infra/local/carrier-simulator/relay/run-conversation.ts';
import type { TwimlNode } from './parse-twiml.ts';
import { speak } from './speak.ts';
import { fetchDocument, type TwimlDocument } from './twiml-document.ts';
import { TwimlError } from './twiml-error.ts';

/** Another document to go on with, `stop`, or nothing: then the next verb runs. */
export type VerbOutcome = TwimlDocument | 'stop' | undefined;
type RunVerb = (verb: TwimlNode, live: LiveCall, documentUrl: string) => Promise<VerbOutcome>;

const MEDIA_SECONDS = 3;

export const verbs: Record<string, RunVerb> = {
  async Say({ text, attributes }, live) {
    for (let time = 0; time < times(attributes['loop']); time += 1) await speak(text, live);
    return undefined;
  },
  async Play({ attributes }, live) {
    await live.exchange.clock.sleep(MEDIA_SECONDS * times(attributes['loop']), { signal: live.over });
    return undefined;
  },
  async Pause({ attributes }, live) {
    await live.exchange.clock.sleep(Number(attributes['length'] ?? 1), { signal: live.over });
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
      else live.transcription = new Transcription(noun, live, behaviourOf(live.customer).callbacks);
    }
    return Promise.resolve(undefined);
  },
  async Connect(verb, live, documentUrl) {
    const [relay, ...others] = verb.children;
    if (!relay || others.length > 0) throw new TwimlError(12_200, 'schema validation: <Connect> without one noun');
    return afterwards(verb, live, documentUrl, await runConversation(relay, live));
  },
  async Dial(verb, live, documentUrl) {
    return afterwards(verb, live, documentUrl, await runBridge(verb, live));
  },
};

/** Asks the action, if there is one, how to go on; when the call is over the answer no longer matters. */
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
  await fetchDocument(live, request).catch((error: unknown) => {
    if (!(error instanceof TwimlError)) throw error;
    live.violate(error.code, error.message);
  });
  return 'stop';
}

const times = (loop = '1') => Math.max(Number(loop), 1);

function absolute(address: string, documentUrl: string): string {
  if (URL.canParse(address)) return address;
  if (!URL.canParse(address, documentUrl)) throw new TwimlError(11_100, `invalid URL "${address}"`);
  return new URL(address, documentUrl).toString();
}
