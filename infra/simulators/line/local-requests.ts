import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { isIP } from 'node:net';
import { Duplex } from 'node:stream';

/** What a server admits beside requests from this machine to a name of this machine. */
export interface Admission {
  /** The name or address that the server listens on, if the developer has opened it to other machines. */
  openedAs?: string | undefined;
  /** Whether pages of any site may send the request, because its answer depends on a list of origins, or is public. */
  isPublic?: (request: Pick<IncomingMessage, 'method' | 'url'>) => boolean;
}

interface Refusal {
  status: 403 | 421;
  message: string;
}

const WRONG_NAME: Refusal = { status: 421, message: 'This server answers under localhost, 127.0.0.1 and [::1] only.' };
const WRONG_PAGE: Refusal = { status: 403, message: 'This server takes no requests from pages of other sites.' };

/** Names that no page of another site can have: browsers resolve them to this machine themselves. */
const OWN = String.raw`(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\]`;
const OWN_HOST = new RegExp(String.raw`^(?:${OWN})(?::\d{1,5})?$`, 'i');
const OWN_ORIGIN = new RegExp(String.raw`^https?://(?:${OWN})(?::\d{1,5})?$`, 'i');

/** A link or a bookmark opens a page, and the studio plays recordings from another port. No page can read them. */
const OPENED = new Set(['document', 'audio', 'video']);

/**
 * Why a server of this machine does not answer a request; undefined if it does. A page of another site has the user's browser send its
 * requests: under a name of its own that leads to this machine, which `Host` shows, or to the name of this machine, which `Origin` and
 * `Sec-Fetch-Site` show. A program sends neither of the two. Source: https://www.w3.org/TR/fetch-metadata/
 */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { openedAs, isPublic }: Admission = {},
): Refusal | undefined {
  const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-dest': destination = '' } = request.headers;
  if (!OWN_HOST.test(host) && !isOpened(host, openedAs)) return WRONG_NAME;
  if (isPublic?.(request)) return undefined;
  if (origin !== undefined) {
    return OWN_ORIGIN.test(origin) || origin.toLowerCase() === `http://${host.toLowerCase()}` ? undefined : WRONG_PAGE;
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return site === 'cross-site' && !(isRead && OPENED.has(destination)) ? WRONG_PAGE : undefined;
}

/** Other machines use the name that was opened, or an address. No other name can lead to an address. */
function isOpened(host: string, openedAs: string | undefined): boolean {
  if (openedAs === undefined || OWN_HOST.test(openedAs)) return false;
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return name === openedAs.toLowerCase() || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/** Has the server refuse the requests and upgrades that `refusalOf` refuses. Call it when the server has its listeners. */
export function admitOwnRequests(server: Server, admission: Admission = {}): void {
  for (const event of ['request', 'upgrade'] as const) {
    const listeners = server.listeners(event);
    if (listeners.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, answer: ServerResponse | Duplex, ...rest: unknown[]) => {
      const refusal = refusalOf(request, admission);
      if (refusal) refuse(request, answer, refusal);
      else for (const listener of listeners) Reflect.apply(listener, server, [request, answer, ...rest]);
    });
  }
}

function refuse(request: IncomingMessage, answer: ServerResponse | Duplex, { status, message }: Refusal): void {
  const body = JSON.stringify({ message });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
    connection: 'close',
  };
  if (!(answer instanceof Duplex)) {
    request.resume();
    answer.writeHead(status, headers).end(body);
    return;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  answer.on('error', () => answer.destroy());
  answer.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}
