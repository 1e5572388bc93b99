import type { CallKey } from '#shared/calls/call.ts';
import type { HttpFunction } from '#shared/platform/http/errors.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';
import type { CarrierUnderTest, Next, Sealed } from '#test/carriers/carrier-under-test.ts';
import { createCompany } from '#test/carriers/company.ts';
import { handler as paperCallIncoming } from '#test/carriers/paper/functions/paper-call-incoming.ts';
import { handler as paperCall } from '#test/carriers/paper/functions/paper-call.ts';
import { handler as paperTextIncoming } from '#test/carriers/paper/functions/paper-text-incoming.ts';
import { handler as paperText } from '#test/carriers/paper/functions/paper-text.ts';
import { createSealCheck, isPaperConnection, sealOf } from '#test/carriers/paper/paper-callback.ts';
import {
  carrier,
  carrierNumbers,
  carrierRecordings,
  desk,
  messageCarrier,
  paperReceived,
} from '#test/carriers/paper/paper-container.ts';
import { createDesk, marks, tapes } from '#test/carriers/paper/paper-desk.ts';
import { createPaperInstructions } from '#test/carriers/paper/paper-instructions.ts';
import { PUBLIC_URL, SOCKET_URL, TOKEN_KEY } from '#test/carriers/service.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';

export const PAPER_ACCOUNT = { name: 'paper', kind: 'paper', accountSid: 'desk-1', callsPerSecond: 1 } as const;

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
    numbers: carrierNumbers,
    recordings: carrierRecordings,
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

function letters(
  now: () => number,
): Pick<CarrierUnderTest, 'report' | 'ask' | 'askAgain' | 'ring' | 'reportRecording' | 'reportText' | 'receiveText'> {
  const send = async (run: HttpFunction, path: string, letter: object, { sealed, pathParameters = {} }: Envelope) => {
    const body = JSON.stringify({ at: now(), desk: PAPER_ACCOUNT.accountSid, ...letter });
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
    ring: async ({ id: slip, from, to }, deps) =>
      read(await send(paperCallIncoming.with(deps, verify, now), 'calls', { slip, from: from ?? 'withheld', to }, {})),
    reportRecording: (key, slip, { id: tape, state, durationSeconds: seconds }, deps) =>
      about(key, paperCall.with(deps, verify, now), { about: 'tape', slip, tape, state: tapes[state], seconds }),
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

interface Document {
  do: string;
  first: string | null;
  pass?: string;
  tape?: boolean;
}

function read({ body }: HttpResponse): Next {
  const { do: next, first, pass = '', tape = false } = JSON.parse(body) as Document;
  const [call = '', token = ''] = pass.split(' ');
  return next === 'talk' ? { connect: { greeting: first, call, token, isRecorded: tape } } : 'hang up';
}
