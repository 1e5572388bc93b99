import type { CallKey } from '#shared/calls/call.ts';
import type { ReportedStatus } from '#shared/calls/carrier.ts';
import type { HttpFunction } from '#shared/platform/http/errors.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';
import type { CarrierUnderTest, Next, Sealed } from '#test/carriers/carrier-under-test.ts';
import { createCompany, type Company, type CompanyCall, type Mood } from '#test/carriers/company.ts';
import { handler as paperCall } from '#test/carriers/paper/functions/paper-call.ts';
import { handler as paperTextIncoming } from '#test/carriers/paper/functions/paper-text-incoming.ts';
import { handler as paperText } from '#test/carriers/paper/functions/paper-text.ts';
import type { PaperApi } from '#test/carriers/paper/paper-api.ts';
import { createSealCheck, isPaperConnection, PAPER_ACCOUNT, sealOf } from '#test/carriers/paper/paper-callback.ts';
import { carrier, desk, messageCarrier, paperReceived } from '#test/carriers/paper/paper-container.ts';
import { createPaperInstructions } from '#test/carriers/paper/paper-instructions.ts';
import { PUBLIC_URL, SOCKET_URL, TOKEN_KEY } from '#test/carriers/service.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';

const SECRET = 'seal of the desk';
const secrets = createMemorySecrets({ 'carrier-secret-paper': SECRET });
const verify = createSealCheck(() => secrets);
const seal = (text: string, sealed: Sealed = 'by the account') =>
  sealOf(text, sealed === 'by the account' ? SECRET : 'another seal');

/** Paper, by its orders, letters, documents and lines. */
export function paperUnderTest(now: () => number): CarrierUnderTest {
  const company = createCompany(now, 'P-');
  desk.api = createDesk(company, now);
  return {
    name: 'paper',
    account: PAPER_ACCOUNT.name,
    company,
    carrier,
    messageCarrier,
    receivedMessages: paperReceived,
    instructions: createPaperInstructions({
      publicUrl: PUBLIC_URL,
      socketUrl: SOCKET_URL,
      tokenKey: async () => TOKEN_KEY,
    }),
    isConnectionSigned: (headers) => isPaperConnection(headers, SOCKET_URL, secrets),
    connectHeaders: (sealed) => ({ 'paper-seal': seal(SOCKET_URL, sealed) }),
    ...letters(now),
    writeEvent(event) {
      if (event.kind === 'opened') return `PAPER CALL ${event.carrierCallId} ${event.call} ${event.token}`;
      if (event.kind === 'said') return `PAPER WORDS ${event.text}`;
      if (event.kind === 'interrupted') return `PAPER STOPPED ${event.heard}`;
      if (event.kind === 'key') return `PAPER KEY ${event.digit}`;
      return `PAPER VOICE ${event.voice === 'began' ? 'on' : 'off'}`;
    },
    readFrame(body) {
      const [, word, text = ''] = /^PAPER (\w+) ?(.*)$/su.exec(body) ?? [];
      if (word === 'SAY' || word === 'BEGIN') return { kind: 'speech', text, isLast: word === 'SAY' };
      return { kind: 'end' };
    },
  };
}

const marks: Record<ReportedStatus, string> = {
  initiated: 'noted',
  ringing: 'bells',
  'in-progress': 'talks',
  ended: 'done',
  busy: 'engaged',
  'no-answer': 'silent',
  failed: 'torn',
  cancelled: 'crossed',
};

function letters(
  now: () => number,
): Pick<CarrierUnderTest, 'report' | 'ask' | 'askAgain' | 'reportText' | 'receiveText'> {
  const send = async (run: HttpFunction, path: string, letter: object, { sealed, pathParameters = {} }: Envelope) => {
    const body = JSON.stringify({ at: now(), ...letter });
    return run({
      rawPath: `/carrier/paper/${path}`,
      headers: { 'paper-seal': seal(body, sealed) },
      pathParameters,
      body,
      requestContext: { requestId: 'letter-1', domainName: 'api.example.com' },
    });
  };
  const about = ({ userId, callId }: CallKey, run: HttpFunction, letter: object, sealed?: Sealed) => {
    const pathParameters = { user_id: String(userId), call_id: String(callId) };
    return send(run, `calls/${userId}/${callId}`, letter, { sealed, pathParameters });
  };
  return {
    report: (key, slip, { status, durationSeconds: seconds, sealed, at }, deps) => {
      const letter = { about: 'mark', slip, mark: marks[status], seconds, ...(at !== undefined && { at }) };
      return about(key, paperCall.with(deps, verify, now), letter, sealed);
    },
    ask: async (key, slip, deps) =>
      read(await about(key, paperCall.with(deps, verify, now), { about: 'answer', slip })),
    askAgain: async (key, slip, { outcome, isCallUp: isUp }, deps) => {
      const by = { ended: 'us', hung_up: 'them', failed: 'fire' }[outcome];
      return read(await about(key, paperCall.with(deps, verify, now), { about: 'talk', slip, by, isUp }));
    },
    reportText: ({ userId, smsId }, slip, status, deps) => {
      const stamp = { sent: 'posted', delivered: 'read', undelivered: 'returned' }[status];
      const pathParameters = { user_id: String(userId), sms_id: String(smsId) };
      return send(paperText.with(deps, verify, now), `texts/${userId}/${smsId}`, { slip, stamp }, { pathParameters });
    },
    receiveText: ({ id: slip, from, to, body: words }, deps) =>
      send(paperTextIncoming.with(deps, verify, now), 'texts', { slip, from, to, words }, {}),
  };
}

interface Envelope {
  sealed?: Sealed | undefined;
  pathParameters?: Record<string, string>;
}

function read({ body }: HttpResponse): Next {
  const { do: next, first, pass = '' } = JSON.parse(body) as { do: string; first: string | null; pass?: string };
  const [call = '', token = ''] = pass.split(' ');
  return next === 'talk' ? { connect: { greeting: first, call, token } } : 'hang up';
}

/** The desk that takes orders. */
function createDesk(company: Company, now: () => number): PaperApi {
  const slipOf = ({ id, status, durationSeconds, createdAt }: CompanyCall) => ({
    slip: id,
    mark: marks[status],
    seconds: durationSeconds,
    at: createdAt,
  });
  const reply = (mood: Mood, taken: { id: string } | undefined) => {
    if (mood === 'is busy') return { said: 'later', seconds: 1 };
    if (mood === 'refuses the number') return { said: 'no', number: 7, because: 'no such number' };
    return mood === 'loses' ? undefined : { said: 'yes', slip: taken?.id };
  };
  return async ({ order, slip, to, from, minutes, url, words }) => {
    const asked = { to: String(to), from: String(from), url: String(url) };
    const call = company.find(String(slip));
    switch (order) {
      case 'dial': {
        const taken = company.takeCall({ ...asked, limitSeconds: Number(minutes) * 60 });
        return reply(taken.mood, taken.call);
      }
      case 'text': {
        const taken = company.takeText({ ...asked, body: String(words) });
        return reply(taken.mood, taken.text);
      }
      case 'look':
        return call ? slipOf(call) : null;
      case 'search':
        return company.between(company.calls, asked.to, asked.from).map(slipOf);
      case 'letters':
        return call ? [call.url] : [];
      case 'limit':
        if (call) call.limitSeconds = Number(minutes) * 60;
        return call !== undefined;
      case 'cut':
        if (call) call.status = 'ended';
        return null;
      case 'texts':
        return company
          .between(company.texts, asked.to, asked.from)
          .map((text) => ({ slip: text.id, stamp: 'posted', words: text.body, at: text.createdAt }));
      default:
        return now();
    }
  };
}
