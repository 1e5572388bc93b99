import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import {
  realtimeSessionConfig,
  turnDetection,
  utteranceInstructions,
} from '#shared/integrations/openai/realtime-session.ts';
import { pause } from '#shared/platform/clock.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';
import type { RealtimeCalls, RealtimeSession, RealtimeUtterance } from '#shared/realtime/realtime-calls.ts';

export interface OpenAiRealtimeOptions {
  apiUrl: string;
  apiKey: () => Promise<string>;
  logger: Logger;
}

/** The call rings during this time. */
const TIMEOUT_MS = 5000;
/** SIP `603 Decline` (RFC 3261, section 21.6.2): the caller does not try another destination. */
const SIP_DECLINE = 603;

/** SIP calls of OpenAI's Realtime API: https://platform.openai.com/docs/guides/realtime-sip */
export function createOpenAiRealtimeCalls({ apiUrl, apiKey, logger }: OpenAiRealtimeOptions): RealtimeCalls {
  const post = async (realtimeCallId: string, action: string, body?: unknown) => {
    const response = await fetch(`${apiUrl}/realtime/calls/${encodeURIComponent(realtimeCallId)}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await apiKey()}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: JSON.stringify(body ?? {}),
    });
    return { status: response.status, text: await response.text() };
  };
  const end = async (realtimeCallId: string, action: 'reject' | 'hangup', body?: unknown) => {
    const { status } = await post(realtimeCallId, action, body);
    // 404: the call is over. 409: the call no longer rings, or has not started.
    if (status >= 300 && status !== 404 && status !== 409) throw new Error(`OpenAI answered ${status} to ${action}`);
  };
  return {
    async accept(realtimeCallId, start) {
      const { status, text } = await post(realtimeCallId, 'accept', realtimeSessionConfig(start));
      if (status < 300) return 'accepted';
      if (status === 404) return 'over';
      // Retried while the call rings: a wrong key or a rate limit can be fixed meanwhile, and a 5xx is temporary.
      if (status === 401 || status === 403 || status === 429 || status >= 500) {
        throw new Error(`OpenAI answered ${status} to accept`);
      }
      logger.error('speech model refused a call', { realtimeCallId, status, answer: text.slice(0, 500) });
      return 'refused';
    },
    reject: (realtimeCallId) => end(realtimeCallId, 'reject', { status_code: SIP_DECLINE }),
    hangUp: (realtimeCallId) => end(realtimeCallId, 'hangup'),
    openSession: async (realtimeCallId) => openSideband({ apiUrl, apiKey: await apiKey(), realtimeCallId }),
  };
}

interface SidebandOptions {
  apiUrl: string;
  apiKey: string;
  realtimeCallId: string;
}

const OPENING_MS = 8000;
/** A call looks over until its session is there: https://github.com/openai/openai-realtime-console/issues/562 */
const OPEN_AGAIN_MS = [250, 500, 1000];
/** Longer than the generation and playback of any greeting. */
const SAYING_MS = 25_000;
/** https://platform.openai.com/docs/api-reference/realtime-server-events */
const END_OF_PLAYBACK = /^output_audio_buffer\.(stopped|cleared)$/;
const ALREADY_SPEAKING = 'conversation_already_has_active_response';

const SessionState = v.looseObject({
  audio: v.optional(
    v.looseObject({
      input: v.optional(
        v.looseObject({ turn_detection: v.nullish(v.looseObject({ create_response: v.optional(v.boolean()) })) }),
      ),
    }),
  ),
});

const ServerEvent = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    type: v.string(),
    session: v.optional(SessionState),
    response_id: v.nullish(v.string()),
    response: v.optional(
      v.looseObject({
        id: v.nullish(v.string()),
        status: v.nullish(v.string()),
        status_details: v.nullish(v.looseObject({ error: v.nullish(v.looseObject({ code: v.nullish(v.string()) })) })),
        output: v.optional(v.array(v.looseObject({ type: v.string() })), []),
      }),
    ),
    error: v.optional(v.looseObject({ code: v.nullish(v.string()) })),
  }),
);
type ServerEvent = v.InferOutput<typeof ServerEvent>;

interface EventReader {
  /** `closed`: the call is over. Undefined after `timeoutMs`. */
  next(pick: (event: ServerEvent) => boolean, timeoutMs: number): Promise<ServerEvent | 'closed' | undefined>;
  send(event: Record<string, unknown>): void;
  close(): void;
}

/** Undefined if the call is over. https://platform.openai.com/docs/guides/realtime-server-controls */
async function openSideband(options: SidebandOptions): Promise<RealtimeSession | undefined> {
  const { events, first } = await beginSession(options);
  if (first === 'closed') return undefined;
  if (first === undefined) {
    events.close();
    throw new Error('speech model session did not start in time');
  }
  const listen = (assistant: Assistant, how: Parameters<typeof turnDetection>[1]) => {
    const session = { type: 'realtime', audio: { input: { turn_detection: turnDetection(assistant, how) } } };
    events.send({ type: 'session.update', session });
  };
  return {
    isMuted: first.session?.audio?.input?.turn_detection?.create_response === false,
    say: (words, until) => say(events, words, until),
    unmute: (assistant) => listen(assistant, {}),
    answer: () => events.send({ type: 'response.create' }),
    bePatient: (assistant) => listen(assistant, { isPatient: true }),
    mute: (assistant) => listen(assistant, { isMuted: true }),
    close: () => events.close(),
  };
}

async function beginSession(options: SidebandOptions) {
  const begin = async () => {
    const events = readEvents(options);
    return { events, first: await events.next(({ type }) => type === 'session.created', OPENING_MS) };
  };
  let begun = await begin();
  for (const waitMs of OPEN_AGAIN_MS) {
    if (begun.first !== 'closed') break;
    await pause(waitMs);
    begun = await begin();
  }
  return begun;
}

async function say(
  events: EventReader,
  words: RealtimeUtterance,
  until: 'generated' | 'played',
): Promise<'said' | 'gone'> {
  const deadline = Date.now() + SAYING_MS;
  const left = () => Math.max(0, deadline - Date.now());
  for (;;) {
    events.send({
      type: 'response.create',
      response: { instructions: utteranceInstructions(words), tool_choice: 'none' },
    });
    const ended = await readResponse(events, left);
    if (ended === 'closed') return 'gone';
    if (ended === undefined) return 'said';
    const { isOwn, done, played } = ended;
    if (!isOwn && words.kind === 'message') continue;
    if (isOwn && done.response?.status === 'failed') throw failure(done.response.status_details?.error);
    if (hasWords(done)) {
      const isOwnEnd = isEndOf(done.response?.id);
      if (until === 'generated' || played.some(isOwnEnd)) return 'said';
      return (await events.next(isOwnEnd, left())) === 'closed' ? 'gone' : 'said';
    }
    if (isOwn) return 'said';
    // The active response only called a tool. Ask again.
  }
}

/** Also the response that was active. `played`: short audio may finish playing before its response is done. */
async function readResponse(
  events: EventReader,
  left: () => number,
): Promise<{ isOwn: boolean; done: ServerEvent; played: ServerEvent[] } | 'closed' | undefined> {
  let isOwn = true;
  let isCreated = false;
  let played: ServerEvent[] = [];
  // Events that are here already would be read beyond the deadline, too.
  while (left() > 0) {
    const event = await events.next(() => true, left());
    if (event === undefined || event === 'closed') return event;
    if (event.type === 'error') {
      if (event.error?.code !== ALREADY_SPEAKING) throw failure(event.error);
      isOwn = false;
    }
    if (event.type === 'response.created') {
      isCreated = true;
      played = [];
    }
    if (END_OF_PLAYBACK.test(event.type)) played.push(event);
    // One that ended while the request was on its way is no answer to it.
    if (event.type === 'response.done' && (isCreated || !isOwn)) return { isOwn, done: event, played };
  }
  return undefined;
}

function failure(error: { code?: string | null | undefined } | null | undefined): Error {
  return new Error(`speech model error: ${error?.code ?? 'unknown'}`);
}

/** The end of the response before it comes while this one is generated. */
function isEndOf(responseId: string | null | undefined) {
  return (event: ServerEvent): boolean =>
    END_OF_PLAYBACK.test(event.type) &&
    (typeof event.response_id !== 'string' || typeof responseId !== 'string' || event.response_id === responseId);
}

function hasWords({ response }: ServerEvent): boolean {
  return response?.output.some(({ type }) => type === 'message') === true;
}

function readEvents({ apiUrl, apiKey, realtimeCallId }: SidebandOptions): EventReader {
  const url = `${apiUrl.replace(/^http/, 'ws')}/realtime?call_id=${encodeURIComponent(realtimeCallId)}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${apiKey}` } });
  const received: ServerEvent[] = [];
  let isClosed = false;
  let wake = () => {};
  socket.addEventListener('message', ({ data }) => {
    const event = v.safeParse(ServerEvent, data);
    if (event.success) received.push(event.output);
    wake();
  });
  socket.addEventListener('close', () => {
    isClosed = true;
    wake();
  });
  return {
    async next(pick, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        for (let event = received.shift(); event; event = received.shift()) if (pick(event)) return event;
        if (isClosed) return 'closed';
        const left = deadline - Date.now();
        if (left <= 0) return undefined;
        const waiting = new AbortController();
        wake = () => waiting.abort();
        await sleep(left, undefined, { signal: waiting.signal }).catch(() => undefined);
      }
    },
    send: (event) => socket.send(JSON.stringify(event)),
    close: () => socket.close(1000),
  };
}
