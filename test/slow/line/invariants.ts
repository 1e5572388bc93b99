import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import type { CallPlan, Kind } from '#test/slow/line/call-plan.ts';
import { endOf, reportedWords, saidBy, silenceAfter, wordsIn, type LineEvent } from '#test/slow/line/read-line.ts';

/** A call that is over, from outside: its record, what the carrier has heard, and what the model was asked. */
export interface HeldCall {
  plan: CallPlan;
  record: Pick<CallDetailRecord, 'status' | 'answered_by' | 'transcript' | 'duration'>;
  timeline: readonly LineEvent[];
  asked: ReadonlyArray<{ at: number; seconds: number }>;
  /** Call seconds between two times for which the stack was late. */
  lateSeconds: (from: number, to: number) => number;
}

export const OPENING =
  'Hello, this is Ava, an automated assistant of Blue Door. This call is recorded. It is about your order.';

/** What is wrong with a call, one sentence each. */
export type Invariant = (call: HeldCall) => string[];

const person: readonly Kind[] = ['person'];
const talkers: readonly Kind[] = ['person', 'screened', 'queued'];

/** Most requests to the model, by who answers. */
const mostRequests: Partial<Record<Kind, number>> = {
  mailbox: 0,
  queue: 0,
  sounds: 0,
  nobody: 2,
  menu: 2,
  assistant: 2,
};

export const invariants: Readonly<Record<string, Invariant>> = {
  'every opening is heard'({ plan, timeline }) {
    if (!person.includes(plan.kind)) return [];
    const heard = wordsIn(saidBy('assistant', timeline).map(({ text }) => text));
    return heard.includes(wordsIn([OPENING])) ? [] : [`the opening was not heard, but «${heard}»`];
  },

  'every word of the customer is answered'({ plan, timeline, lateSeconds }) {
    const end = endOf(timeline);
    return saidBy('customer', timeline).flatMap(({ text, at, callSeconds }) => {
      const topic = topicIn(text, plan);
      if (topic === undefined) return [];
      const later = saidBy('assistant', timeline).filter((one) => one.callSeconds >= callSeconds);
      const isLast = end && end.callSeconds - callSeconds < LAST_WORDS_SECONDS + lateSeconds(at, end.at);
      return isLast || later.some((one) => one.text.includes(topic)) ? [] : [`«${text}» was never answered`];
    });
  },

  'no machine has a conversation'({ plan, record, timeline, asked }) {
    const most = mostRequests[plan.kind];
    if (most === undefined) return [];
    const heard = wordsIn(saidBy('assistant', timeline).map(({ text }) => text));
    const message = wordsIn([plan.manner.voice_mail_message ?? '']);
    const times = message === '' ? 0 : heard.split(message).length - 1;
    return [
      ...(asked.length > most ? [`the model was asked ${asked.length} times`] : []),
      ...(plan.kind === 'mailbox' && record.answered_by !== 'machine' ? [`answered by ${record.answered_by}`] : []),
      ...(plan.kind === 'mailbox' && message !== '' && times !== 1 ? [`the message was said ${times} times`] : []),
    ];
  },

  'no silence is longer than promised'({ plan, timeline, asked, lateSeconds }) {
    if (!talkers.includes(plan.kind)) return [];
    return saidBy('customer', timeline).flatMap((words) => {
      if (topicIn(words.text, plan) === undefined) return [];
      const silence = silenceAfter(words, timeline);
      if (!silence) return [];
      const { from, to } = silence;
      const thinking = asked.find((request) => request.at >= words.at)?.seconds ?? 0;
      const limit = LONGEST_SILENCE_SECONDS + (plan.manner.filler_audios ? 0 : thinking);
      const seconds = to.callSeconds - from.callSeconds - lateSeconds(from.at, to.at);
      return seconds > limit
        ? [`${seconds.toFixed(1)} s of silence after «${words.text}», ${limit.toFixed(1)} at most`]
        : [];
    });
  },

  'the transcript has what was heard'({ record, timeline }) {
    const lines = record.transcript.split('\n').filter((line) => !line.endsWith('…'));
    const spoken = {
      Assistant: reportedWords('assistant', timeline),
      Customer: reportedWords('customer', timeline),
    };
    return Object.entries(spoken).flatMap(([who, texts]) => {
      const written = lines.filter((line) => line.startsWith(`${who}: `)).map((line) => line.slice(who.length + 2));
      const [known, said] = [wordsIn(written), wordsIn(texts)];
      return known === said ? [] : [`of the ${who}, «${known}» is written, and «${said}» was said`];
    });
  },

  'every call ends'({ plan, record }) {
    const isOurs = record.status === 'ended_by_assistant';
    if (['mailbox', 'menu', 'assistant', 'queue', 'sounds'].includes(plan.kind)) {
      return isOurs ? [] : [`ended as ${record.status}`];
    }
    const isEnded = record.status === 'ended_by_customer' || (plan.kind === 'nobody' && isOurs);
    return isEnded ? [] : [`ended as ${record.status}`];
  },
};

/** Of the customer's own words: an echo has words of the assistant. */
function topicIn(text: string, { topics, callee }: CallPlan): string | undefined {
  const isOwn = JSON.stringify(callee.script ?? []).includes(JSON.stringify(text));
  return isOwn ? topics.find((topic) => text.includes(topic)) : undefined;
}

/** The promise is two seconds: docs/decisions/0011-turn-taking.md. */
const LONGEST_SILENCE_SECONDS = 2;
/** A customer who hangs up so soon may not hear the answer of a slow model. */
const LAST_WORDS_SECONDS = 8;
