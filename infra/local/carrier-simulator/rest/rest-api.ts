import type { Switchboard } from '#infra/local/carrier-simulator/call/active-calls.ts';
import type { MessageCenter } from '#infra/local/carrier-simulator/message/messages.ts';
import {
  type ApiRequest,
  type ApiResponse,
  notFound,
  RestError,
} from '#infra/local/carrier-simulator/rest/api-message.ts';
import { CallsApi } from '#infra/local/carrier-simulator/rest/calls-api.ts';
import { MessagesApi } from '#infra/local/carrier-simulator/rest/messages-api.ts';
import { NumbersApi } from '#infra/local/carrier-simulator/rest/numbers-api.ts';
import { RecordingsApi } from '#infra/local/carrier-simulator/rest/recordings-api.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

interface Route {
  methods: Record<string, (request: ApiRequest, first: string, second: string) => ApiResponse>;
  path: RegExp;
}

/** The carrier's REST API under /2010-04-01, as far as it is simulated. */
export class RestApi {
  readonly #exchange: Exchange;
  readonly #calls: CallsApi;
  readonly #messages: MessagesApi;
  readonly #routes: readonly Route[];

  constructor(exchange: Exchange, switchboard: Switchboard, center: MessageCenter) {
    this.#exchange = exchange;
    this.#calls = new CallsApi(exchange, switchboard);
    this.#messages = new MessagesApi(exchange, center);
    this.#routes = [
      ...callRoutes(this.#calls),
      ...messageRoutes(this.#messages),
      ...recordingRoutes(new RecordingsApi(exchange)),
      ...numberRoutes(new NumbersApi(exchange)),
    ];
  }

  handle(request: ApiRequest): ApiResponse {
    try {
      return this.#route(request);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      this.#logRefusal(request, error);
      return { status: error.httpStatus, json: error.toBody() };
    }
  }

  #route(request: ApiRequest): ApiResponse {
    const account = /^\/2010-04-01\/Accounts\/([^/]+)(\/.*)$/.exec(request.path);
    if (!account) throw notFound(request.path);
    const [, accountSid = '', rest = ''] = account;
    this.#authorize(request, accountSid);
    this.#checkContentType(request);
    for (const { path, methods } of this.#routes) {
      const match = path.exec(rest);
      if (!match) continue;
      const handle = methods[request.method];
      if (!handle) throw new RestError(405, 20_004, `Method ${request.method} not allowed`);
      return handle(request, match[1] ?? '', match[2] ?? '');
    }
    throw notFound(request.path);
  }

  #authorize({ authorization }: ApiRequest, accountSid: string): void {
    const expected = Buffer.from(`${this.#exchange.accountSid}:${this.#exchange.authToken}`).toString('base64');
    if (authorization === `Basic ${expected}` && accountSid === this.#exchange.accountSid) return;
    throw new RestError(401, 20_003, 'Authenticate');
  }

  /** What was to be dialled or sent is written down even if it was refused. */
  #logRefusal({ method, path, body }: ApiRequest, { httpStatus, code }: RestError): void {
    if (method !== 'POST') return;
    const form = new URLSearchParams(body);
    if (path.endsWith('/Calls.json')) this.#calls.logAttempt(form, { httpStatus, code });
    if (path.endsWith('/Messages.json')) this.#messages.logAttempt(form, { httpStatus, code });
  }

  #checkContentType({ method, contentType }: ApiRequest): void {
    if (method !== 'POST' || contentType.startsWith('application/x-www-form-urlencoded')) return;
    const message = `a POST as "${contentType}", not as a form`;
    this.#exchange.journal.violation({ at: this.#exchange.clock.now(), code: 20_001, message });
    throw new RestError(400, 20_001, message);
  }
}

function callRoutes(calls: CallsApi): Route[] {
  return [
    {
      path: /^\/Calls\.json$/,
      methods: { GET: (request) => calls.list(request), POST: (request) => calls.create(request) },
    },
    {
      path: /^\/Calls\/(CA[\da-f]{32})\.json$/,
      methods: {
        GET: (request, sid) => calls.show(request, sid),
        POST: (request, sid) => calls.update(request, sid),
      },
    },
  ];
}

function messageRoutes(messages: MessagesApi): Route[] {
  return [
    {
      path: /^\/Messages\.json$/,
      methods: { GET: (request) => messages.list(request), POST: (request) => messages.create(request) },
    },
    {
      path: /^\/Messages\/(SM[\da-f]{32})\.json$/,
      methods: { GET: (request, sid) => messages.show(request, sid) },
    },
  ];
}

function recordingRoutes(recordings: RecordingsApi): Route[] {
  return [
    {
      path: /^\/Calls\/(CA[\da-f]{32})\/Recordings\.json$/,
      methods: { GET: (request, sid) => recordings.listOfCall(request, sid) },
    },
    {
      path: /^\/Calls\/(CA[\da-f]{32})\/Recordings\/(RE[\da-f]{32})\.json$/,
      methods: {
        GET: (request, callSid, sid) => recordings.showOfCall(request, callSid, sid),
        DELETE: (request, _callSid, sid) => recordings.remove(request, sid),
      },
    },
    {
      path: /^\/Recordings\/(RE[\da-f]{32})\.json$/,
      methods: {
        GET: (request, sid) => recordings.show(request, sid),
        DELETE: (request, sid) => recordings.remove(request, sid),
      },
    },
    {
      path: /^\/Recordings\/(RE[\da-f]{32})(?:\.(wav|mp3))?$/,
      methods: { GET: (request, sid, extension) => recordings.media(request, sid, extension) },
    },
  ];
}

function numberRoutes(numbers: NumbersApi): Route[] {
  return [
    { path: /^\/IncomingPhoneNumbers\.json$/, methods: { GET: (request) => numbers.list(request) } },
    {
      path: /^\/IncomingPhoneNumbers\/(PN[\da-f]{32})\.json$/,
      methods: {
        GET: (request, sid) => numbers.show(request, sid),
        POST: (request, sid) => numbers.update(request, sid),
      },
    },
  ];
}
