import type { HttpMethod, ServiceAnswer } from '#infra/local/carrier-simulator/service/service-client.ts';
import { callParameters } from '#infra/local/carrier-simulator/call/call-parameters.ts';
import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { checkTwiml } from './check-twiml.ts';
import { parseTwiml, type TwimlNode } from './parse-twiml.ts';
import { TwimlError } from './twiml-error.ts';

export interface TwimlDocument {
  /** Relative addresses in the document are relative to this. */
  url: string;
  verbs: TwimlNode[];
}

export interface TwimlRequest {
  purpose: string;
  url: string;
  method: HttpMethod;
  parameters?: Record<string, string>;
}

const contentTypes = new Set(['text/xml', 'application/xml', 'text/html']);

/** Asks the service what to do with the call. */
export async function fetchDocument(live: LiveCall, request: TwimlRequest): Promise<TwimlDocument> {
  const answer = await live.exchange.service.request({
    callSid: live.sid,
    ...request,
    parameters: { ...callParameters(live.record, live.exchange.accountSid), ...request.parameters },
  });
  return toDocument(live, request.url, bodyOf(answer, request));
}

/** Reads a document that came with the call itself, or by a request. */
export function toDocument(live: LiveCall, url: string, xml: string): TwimlDocument {
  live.note('twiml', { xml });
  const verbs = parseTwiml(xml);
  for (const unknown of checkTwiml(verbs)) live.violate(12_200, `schema validation warning: ${unknown}`);
  return { url, verbs };
}

function bodyOf(answer: ServiceAnswer, { purpose, url }: TwimlRequest): string {
  if (answer.kind !== 'answered') throw new TwimlError(11_200, `${purpose} ${url}: ${answer.kind}`);
  if (answer.status < 200 || answer.status >= 300) throw new TwimlError(11_200, `${purpose} ${url}: ${answer.status}`);
  const type = answer.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!contentTypes.has(type)) throw new TwimlError(12_300, `${purpose} ${url}: content type "${type}"`);
  return answer.body;
}
