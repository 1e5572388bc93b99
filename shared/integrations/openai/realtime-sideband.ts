import * as v from 'valibot';
import {
  goodbyeInstructions,
  greetingInstructions,
  sentenceInstructions,
  turnDetection,
} from '#shared/integrations/openai/realtime-session.ts';
import type { RealtimeSession, RealtimeUtterance } from '#shared/realtime/realtime-calls.ts';

export interface SidebandOptions {
  apiUrl: string;
  apiKey: string;
  realtimeCallId: string;
}

const OPENING_MS = 8000;
/** Longer than any greeting takes to be made and played. */
const SAYING_MS = 25_000;
const END_OF_PLAYING = /^output_audio_buffer\.(stopped|cleared)$/;
const ALREADY_SPEAKING = 'conversation_already_has_active_response';

const ServerEvent = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    type: v.string(),
    response: v.optional(v.looseObject({ output: v.optional(v.array(v.looseObject({ type: v.string() })), []) })),
    error: v.optional(v.looseObject({ code: v.nullish(v.string()) })),
  }),
);
type ServerEvent = v.InferOutput<typeof ServerEvent>;

/** Listens for events until `next` has what it waits for; `closed` once the call is over. */
interface EventReader {
  /** Gives the first event that is picked; undefined at the deadline. */
  next(pick: (event: ServerEvent) => boolean, deadlineMs: number): Promise<ServerEvent | 'closed' | undefined>;
  send(event: Record<string, unknown>): void;
  close(): void;
}

/** A WebSocket beside a live call. Undefined when there is no such call. */
export async function openSideband(options: SidebandOptions): Promise<RealtimeSession | undefined> {
  const ear = listen(options);
  const first = await ear.next(({ type }) => type === 'session.created', OPENING_MS);
  if (first === 'closed') return undefined;
  if (first === undefined) {
    ear.close();
    throw new Error('the speech model opened no session in time');
  }
  return {
    say: (words, until) => say(ear, words, until),
    unmute(assistant) {
      const session = { type: 'realtime', audio: { input: { turn_detection: turnDetection(assistant) } } };
      ear.send({ type: 'session.update', session });
    },
    close: () => ear.close(),
  };
}

async function say(
  ear: EventReader,
  words: RealtimeUtterance,
  until: 'generated' | 'played',
): Promise<'said' | 'gone'> {
  const deadline = Date.now() + SAYING_MS;
  const left = () => Math.max(0, deadline - Date.now());
  const ask = () => ear.send({ type: 'response.create', response: responseFor(words) });
  ask();
  let isOurs = true;
  let wasPlayed = false;
  for (;;) {
    const event = await ear.next(() => true, left());
    if (event === 'closed') return 'gone';
    if (event === undefined) return 'said';
    if (event.type === 'error' && event.error?.code !== ALREADY_SPEAKING) {
      throw new Error(`the speech model: ${event.error?.code ?? 'error'}`);
    }
    if (event.type === 'error') isOurs = false;
    // Short words may have been played before the news that they are made.
    if (event.type === 'response.created') wasPlayed = false;
    if (END_OF_PLAYING.test(event.type)) wasPlayed = true;
    if (event.type !== 'response.done') continue;
    if (hasWords(event)) break;
    if (isOurs) return 'said';
    // The turn that was under way said nothing, because it used a tool: now it is ours.
    isOurs = true;
    ask();
  }
  if (until === 'generated' || wasPlayed) return 'said';
  const end = await ear.next(({ type }) => END_OF_PLAYING.test(type), left());
  return end === 'closed' ? 'gone' : 'said';
}

function hasWords({ response }: ServerEvent): boolean {
  return response?.output.some(({ type }) => type === 'message') === true;
}

function responseFor(words: RealtimeUtterance) {
  if (words.kind === 'answer') return {};
  return { instructions: instructionsFor(words), tool_choice: 'none' };
}

function instructionsFor(words: Exclude<RealtimeUtterance, { kind: 'answer' }>): string {
  if (words.kind === 'farewell') return goodbyeInstructions(words.language);
  return words.kind === 'greeting' ? greetingInstructions(words.text) : sentenceInstructions(words.text);
}

function listen({ apiUrl, apiKey, realtimeCallId }: SidebandOptions): EventReader {
  const url = `${apiUrl.replace(/^http/, 'ws')}/realtime?call_id=${encodeURIComponent(realtimeCallId)}`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${apiKey}` } });
  const heard: ServerEvent[] = [];
  let isClosed = false;
  let wake = () => {};
  socket.addEventListener('message', ({ data }) => {
    const event = v.safeParse(ServerEvent, data);
    if (event.success) heard.push(event.output);
    wake();
  });
  socket.addEventListener('close', () => {
    isClosed = true;
    wake();
  });
  return {
    async next(pick, deadlineMs) {
      const deadline = Date.now() + deadlineMs;
      for (;;) {
        for (let event = heard.shift(); event; event = heard.shift()) if (pick(event)) return event;
        if (isClosed) return 'closed';
        const left = deadline - Date.now();
        if (left <= 0) return undefined;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    send: (event) => socket.send(JSON.stringify(event)),
    close: () => socket.close(1000),
  };
}
