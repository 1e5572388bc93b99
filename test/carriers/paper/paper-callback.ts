import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { createCallbackDefiners, type CallbackVerifier } from '#shared/integrations/signed-callback.ts';
import { furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { rawBody } from '#shared/platform/http/http.ts';
import { carrierSecretOf, secrets, type Secrets } from '#shared/platform/secrets.ts';

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

const Sender = v.object({ desk: v.string() });

const accounts = () => furtherCarrierAccounts().filter(({ kind }) => kind === 'paper');

/** Whether the desk that the letter names has an account of ours, and sealed it by the secret of that account. */
export function createSealCheck(known: () => Secrets = secrets): CallbackVerifier<PaperFields> {
  return async ({ signature, params }) => {
    const { letter } = params;
    const account = accounts().find(({ accountSid }) => v.is(Sender, params) && params.desk === accountSid);
    if (!account) return undefined;
    const isSealed = (secret: string) => areEqual(signature, sealOf(letter, secret)) || undefined;
    return (await known().match(carrierSecretOf(account), isSealed)) && account.name;
  };
}

/** Whether one of our desks sealed the opening of a socket at our address: it names none. */
export async function isPaperConnection(
  headers: Record<string, string>,
  socketUrl: string,
  known: Secrets = secrets(),
): Promise<boolean> {
  const isSealed = (secret: string) => areEqual(headers['paper-seal'] ?? '', sealOf(socketUrl, secret)) || undefined;
  for (const account of accounts()) if (await known.match(carrierSecretOf(account), isSealed)) return true;
  return false;
}

export const sealOf = (letter: string, secret: string) => createHmac('sha256', secret).update(letter).digest('hex');

function areEqual(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
