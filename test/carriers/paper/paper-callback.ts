import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { createCallbackDefiners, type CallbackVerifier } from '#shared/integrations/signed-callback.ts';
import { rawBody } from '#shared/platform/http/http.ts';
import { carrierSecretOf, secrets, type Secrets } from '#shared/platform/secrets.ts';

export const PAPER_ACCOUNT = { name: 'paper', kind: 'paper', accountSid: 'desk-1', callsPerSecond: 1 } as const;

/** The fields of a callback, and the text that is signed. */
type PaperFields = Record<string, unknown> & { letter: string };

const Letter = v.fallback(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), {});
const Dated = v.object({ at: v.number() });

/** Define the callbacks of paper: signed letters, answered with JSON. */
export const { ofCall, ofMessage, ofNumber } = createCallbackDefiners<PaperFields>({
  signatureHeader: 'paper-seal',
  read(event) {
    const letter = rawBody(event);
    return { ...v.parse(Letter, letter), letter };
  },
  verify: createSealCheck(),
  sentAt: (fields) => (v.is(Dated, fields) ? fields.at : undefined),
  answer: (body) => ({
    statusCode: body === undefined ? 204 : 200,
    headers: { 'content-type': 'application/json' },
    body: body ?? '',
  }),
});

/** Whether the desk of our account sealed the letter, by its secret. */
export function createSealCheck(known: () => Secrets = secrets): CallbackVerifier<PaperFields> {
  return async ({ signature, params: { letter } }) => {
    const isSealed = (secret: string) => areEqual(signature, sealOf(letter, secret)) || undefined;
    return (await known().match(carrierSecretOf(PAPER_ACCOUNT), isSealed)) && PAPER_ACCOUNT.name;
  };
}

/** Whether the desk sealed the opening of a socket at our address. */
export async function isPaperConnection(
  headers: Record<string, string>,
  socketUrl: string,
  known: Secrets = secrets(),
): Promise<boolean> {
  const isSealed = (secret: string) => areEqual(headers['paper-seal'] ?? '', sealOf(socketUrl, secret)) || undefined;
  return (await known.match(carrierSecretOf(PAPER_ACCOUNT), isSealed)) === true;
}

export const sealOf = (letter: string, secret: string) => createHmac('sha256', secret).update(letter).digest('hex');

function areEqual(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
