import { handler as listAssistants } from '#functions/http/assistants/list-assistants.ts';
import { handler as makeCallEndpoint } from '#functions/http/calls/make-call.ts';
import { handler as listLanguagesEndpoint } from '#functions/http/lookups/list-languages.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import { toAcceptedCallData } from '#shared/call-life/call-api.ts';
import { makeCall, type MakeCallDeps } from '#shared/call-life/make-call.ts';
import { listLanguages } from '#shared/catalog/languages.ts';
import { destinationRules } from '#shared/destinations/destination-rules.ts';
import { AppError } from '#shared/platform/errors.ts';
import { paginationEnvelope } from '#shared/platform/http/lists.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { httpEvent } from '#test/support/http-event.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';

const REQUESTS = 1000;
const ROUNDS = 15;

type Event = ReturnType<typeof httpEvent>;
type Answer = { statusCode: number; body: string };

/** P7: the processor time of a request without I/O, against a handler that is written by hand and calls the same operation. */
export async function benchRequests([count = REQUESTS]: Array<string | number>): Promise<BenchReport> {
  const rows = [];
  for (const { name, event, ours, byHand } of subjects()) {
    const [one, other] = [await ours(event()), await byHand(event())];
    if (one.statusCode !== 200 || one.body !== other.body) {
      throw new Error(`${name}: the handlers answer differently: ${one.statusCode} ${one.body} and ${other.body}`);
    }
    const rounds: Array<{ own: number; hand: number }> = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const own = await microseconds(Number(count), () => ours(event()));
      rounds.push({ own, hand: await microseconds(Number(count), () => byHand(event())) });
    }
    // The first round warms up.
    const medianOf = (of: (round: (typeof rounds)[number]) => number) => median(rounds.slice(1).map(of));
    const ratio = medianOf(({ own, hand }) => own / hand);
    rows.push([
      name,
      Math.round(medianOf(({ own }) => own)),
      Math.round(medianOf(({ hand }) => hand)),
      ratio.toFixed(2),
    ]);
  }
  return {
    table: markdownTable(
      ['request without I/O', 'processor time, µs', 'by hand, µs', 'times as much (aim: 1.5)'],
      rows,
    ),
  };
}

async function microseconds(count: number, request: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

interface Subject {
  name: string;
  event: () => Event;
  ours: (event: Event) => Promise<Answer>;
  byHand: (event: Event) => Promise<Answer>;
}

function subjects(): Subject[] {
  const calling = callDeps();
  const assistants = { list: async () => ({ rows: FIFTEEN, total: 1000 }) };
  return [
    {
      name: 'GET /user/assistants/languages',
      event: () => httpEvent({ path: '/api/user/assistants/languages' }),
      ours: listLanguagesEndpoint,
      byHand: listLanguagesByHand,
    },
    {
      name: 'GET /user/assistants/get, 15 of 1,000',
      event: () => httpEvent({ path: '/api/user/assistants/get', query: 'page=3&per_page=15' }),
      ours: listAssistants.with({ assistants } as unknown as Parameters<typeof listAssistants.with>[0]),
      byHand: (event) => listAssistantsByHand(event, assistants),
    },
    {
      name: 'POST /user/make_call',
      event: () => httpEvent({ path: '/api/user/make_call', body: CALL }),
      ours: makeCallEndpoint.with(calling),
      byHand: (event) => makeCallByHand(event, calling),
    },
  ];
}

const FIFTEEN = Array.from({ length: 15 }, (_, index) => buildAssistant({ id: 500 + index, userId: 7 }));
const CALL = { phone_number: '+12025550100', assistant_id: 501, variables: { customer_name: 'Ada', plan: 'gold' } };

/** What a request uses of it. */
type Some<Dep> = Dep extends object ? { [Name in keyof Dep]?: Some<Dep[Name]> } : Dep;

/** Every store answers at once, with what is there. */
function callDeps() {
  const clock = createFixedClock();
  const quiet = {
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    metrics: { count: () => undefined },
  };
  const deps = {
    assistants: { get: async () => buildAssistant({ id: 501 }) },
    phoneNumbers: { list: async () => [buildPhoneNumber({})] },
    destinations: {
      rules: destinationRules(),
      users: { get: async () => undefined, addCountry: async () => undefined },
      expensive: {},
      rates: { take: async () => ({ isAllowed: true, retryAfterSeconds: 0 }) },
      clock,
      ...quiet,
    },
    doNotCall: { hasErased: async () => false },
    wallets: { get: async () => ({ balance: 100_000_000, available: 100_000_000 }) },
    calls: { get: async () => undefined, createWithHold: async () => 'created' },
    failedCalls: { find: async () => undefined },
    dialQueue: {
      rate: { callsPerSecond: 1 },
      readState: async () => ({ nextAt: 0, served: { interactive: 0, campaign: 0 }, refusals: 0 }),
      drawRound: async () => 0,
      countAhead: async () => 0,
    },
    queue: { send: async () => undefined },
    models: createMemoryModels({}),
    ids: { recordId: () => 77, uuid: () => 'unused' },
    clock,
    ...quiet,
    waitingCallsPerUser: 3,
  } satisfies { [Name in keyof MakeCallDeps]: Some<MakeCallDeps[Name]> };
  return deps as unknown as Parameters<typeof makeCallEndpoint.with>[0];
}

// What follows is how the same endpoints are often written: one function, checks where they are needed, no layers.

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const answer = (statusCode: number, body: unknown) => ({ statusCode, headers: HEADERS, body: JSON.stringify(body) });
const userOf = (event: Event) => event.requestContext.authorizer.lambda.user_id;

async function listLanguagesByHand(event: Event): Promise<Answer> {
  if (!userOf(event)) return answer(403, { message: 'Forbidden' });
  return answer(
    200,
    listLanguages().map(({ id, name, iso2 }) => ({ id, name, iso_2: iso2 })),
  );
}

async function listAssistantsByHand(
  event: Event,
  assistants: {
    list: (userId: number, page: { page: number; perPage: number }) => Promise<{ rows: typeof FIFTEEN; total: number }>;
  },
): Promise<Answer> {
  const userId = userOf(event);
  if (!userId) return answer(403, { message: 'Forbidden' });
  const query = new URLSearchParams(event.rawQueryString);
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('per_page') ?? 10);
  if (!Number.isInteger(page) || page < 1) return answer(422, { message: 'The page must be at least 1.' });
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > 100)
    return answer(422, { message: 'The per page is invalid.' });
  const { rows, total } = await assistants.list(userId, { page, perPage });
  const url = new URL(`https://${event.requestContext.domainName}${event.rawPath}?${event.rawQueryString}`);
  return answer(200, paginationEnvelope({ rows: rows.map(toAssistantRecord), total }, { page, perPage }, url));
}

async function makeCallByHand(event: Event, deps: Parameters<typeof makeCall>[1]): Promise<Answer> {
  const userId = userOf(event);
  if (!userId) return answer(403, { message: 'Forbidden' });
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(event.body ?? '') as Record<string, unknown>;
  } catch {
    return answer(400, { message: 'The body is not JSON.' });
  }
  const { phone_number: phoneNumber, assistant_id: assistantId, variables = {}, expires_in_seconds: expires } = body;
  const errors: Record<string, string[]> = {};
  if (typeof phoneNumber !== 'string' || phoneNumber === '')
    errors['phone_number'] = ['The phone number field is required.'];
  if (typeof assistantId !== 'number') errors['assistant_id'] = ['The assistant id field is required.'];
  if (typeof variables !== 'object' || variables === null) errors['variables'] = ['The variables must be an object.'];
  if (expires !== undefined && typeof expires !== 'number') errors['expires_in_seconds'] = ['It must be an integer.'];
  if (Object.keys(errors).length > 0) return answer(422, { message: 'Validation failed', errors });
  try {
    const { call, wait, missingVariables } = await makeCall(
      {
        userId,
        phoneNumber: String(phoneNumber),
        assistantId: Number(assistantId),
        variables: variables as Record<string, unknown>,
        expiresInSeconds: expires as number | undefined,
      },
      deps,
    );
    const data = toAcceptedCallData(wait, missingVariables);
    return answer(200, { message: 'Call initiated successfully', call_id: call.id, status: call.status, data });
  } catch (error) {
    if (error instanceof AppError) return answer(422, { message: error.message });
    return answer(500, { message: 'Internal error' });
  }
}
