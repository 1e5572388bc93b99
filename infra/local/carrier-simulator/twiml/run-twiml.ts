import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { methodOf } from '#infra/local/carrier-simulator/call/method-of.ts';
import type { TwimlNode } from './parse-twiml.ts';
import { verbs } from './run-verbs.ts';
import { speak } from './speak.ts';
import { fetchDocument, toDocument, type TwimlDocument } from './twiml-document.ts';
import { TwimlError } from './twiml-error.ts';

/**
 * Carries out what the service wants of a call, until there is nothing more to do or the call is over.
 * @param pickUp called before anything is heard on the line, with the first verb; an outbound call is answered before
 */
export async function runTwiml(live: LiveCall, pickUp: PickUp = () => undefined): Promise<void> {
  let usedFallback = false;
  let next: () => TwimlDocument | undefined | Promise<TwimlDocument | undefined> = () => firstDocument(live);
  for (;;) {
    try {
      const document = await next();
      if (!document) break;
      pickUp(document.verbs[0]);
      next = () => runDocument(document, live);
    } catch (error) {
      if (!(error instanceof TwimlError)) throw error;
      live.violate(error.code, error.message);
      const fallbackUrl = live.parameter('FallbackUrl');
      if (usedFallback || fallbackUrl === undefined) {
        pickUp();
        return applicationError(live);
      }
      usedFallback = true;
      next = () => fallbackDocument(live, fallbackUrl, error);
    }
  }
  live.end({ status: 'completed', by: 'app' });
}

type PickUp = (firstVerb?: TwimlNode) => void;

async function firstDocument(live: LiveCall): Promise<TwimlDocument> {
  const url = live.parameter('Url');
  if (url === undefined) return toDocument(live, '', live.parameter('Twiml') ?? '');
  const { answeredBy } = live.record;
  const parameters: Record<string, string> = answeredBy === undefined ? {} : { AnsweredBy: answeredBy };
  return fetchDocument(live, { purpose: 'answered', url, method: methodOf(live.parameter('Method')), parameters });
}

async function runDocument(document: TwimlDocument, live: LiveCall): Promise<TwimlDocument | undefined> {
  for (const verb of document.verbs) {
    if (live.over.aborted) return undefined;
    const outcome = await verbs[verb.name]?.(verb, live, document.url);
    if (outcome !== undefined) return outcome === 'stop' ? undefined : outcome;
  }
  return undefined;
}

function fallbackDocument(live: LiveCall, url: string, error: TwimlError): Promise<TwimlDocument> {
  return fetchDocument(live, {
    purpose: 'fallback',
    url,
    method: methodOf(live.parameter('FallbackMethod')),
    parameters: { ErrorCode: String(error.code), ErrorUrl: live.parameter('Url') ?? '' },
  });
}

async function applicationError(live: LiveCall): Promise<void> {
  await speak('We are sorry, an application error has occurred. Goodbye.', live);
  live.end({ status: 'completed', by: 'carrier' });
}
