import type { WebCallEvent, WebCallOptions } from './web-call-types.ts';

const EVERY_MS = 1500;

/**
 * Follows the transcript of a running call in the API, where the page has an access token; a widget has none. Returns a function that
 * stops it.
 */
export function followTranscript(callId: number, { apiUrl, token, onEvent }: WebCallOptions): () => void {
  if (token === undefined) return () => undefined;
  let known: TranscriptLine[] = [];
  const look = async () => {
    const url = `${apiUrl.replace(/\/$/, '')}/user/calls/${callId}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) return;
    const record: unknown = await response.json();
    if (typeof record !== 'object' || record === null || !('transcript' in record)) return;
    const lines = parseTranscript(String(record.transcript));
    for (const event of newEvents(known, lines)) onEvent(event);
    known = lines;
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  return () => clearInterval(timer);
}

export interface TranscriptLine {
  by: 'assistant' | 'customer';
  turn: number;
  text: string;
}

/** A transcript has a line per turn; a text of several lines goes on without a name. */
export function parseTranscript(transcript: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  let turn = -1;
  for (const line of transcript.split('\n')) {
    const [, name, text = ''] = /^(Assistant|Customer): ?(.*)$/.exec(line) ?? [];
    const previous = lines.at(-1);
    if (name === undefined) {
      if (previous) previous.text += `\n${line}`;
    } else {
      const by = name === 'Assistant' ? 'assistant' : 'customer';
      const isAnswer = by === 'assistant' && previous?.by === 'customer';
      if (!isAnswer) turn = by === 'customer' ? Math.max(turn, 0) + 1 : turn + 1;
      lines.push({ by, turn, text });
    }
  }
  return lines;
}

/** The events of a transcript since the one before. A line may have grown, or shrunk to the words that were heard. */
export function newEvents(known: readonly TranscriptLine[], lines: readonly TranscriptLine[]): WebCallEvent[] {
  return lines.flatMap(({ by, turn, text }, index): WebCallEvent[] => {
    if (known[index]?.text === text) return [];
    return by === 'customer' ? [{ type: 'customer', turn, text }] : [{ type: 'assistant', turn, text, last: true }];
  });
}
