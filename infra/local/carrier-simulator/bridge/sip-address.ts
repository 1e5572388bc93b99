import { TwimlError } from '#infra/local/carrier-simulator/twiml/twiml-error.ts';

export interface SipAddress {
  user: string;
  host: string;
  /** What the carrier passes on: `X-` headers, and nothing else. */
  headers: { name: string; value: string }[];
}

const MAX_URI = 255;
const MAX_HEADERS = 1024;

/** `sip:user@host;transport=tls?X-Name=value`, within the carrier's lengths. */
export function readSipAddress(text: string): SipAddress {
  const [uri = '', query = ''] = text.split('?', 2);
  const match = /^sips?:([^@;]+)@([^;]+)((?:;[\w-]+=[\w-]+)*)$/.exec(uri);
  if (!match || uri.length > MAX_URI) throw new TwimlError(13_224, `invalid SIP address "${uri}"`);
  if (query.length > MAX_HEADERS) throw new TwimlError(13_224, 'the headers of the SIP address are too long');
  const headers = [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
  return {
    user: match[1] ?? '',
    host: match[2] ?? '',
    headers: headers.filter(({ name }) => name.toLowerCase().startsWith('x-')),
  };
}
