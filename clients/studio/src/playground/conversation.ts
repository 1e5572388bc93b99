import { defined } from '@ringback/client';
import type { WebCallEvent } from '@ringback/widget/web-call';
import type { ToolName, Turn } from '../calls/transcript.ts';

export interface AssistantLine {
  who: 'assistant';
  turn: number;
  text: string;
  isComplete: boolean;
  /** The words that were played, if the customer interrupted. */
  heard?: string;
  /** From the customer's last word to the first text of the answer. */
  latencyMs?: number;
}

export interface CustomerLine {
  who: 'customer';
  turn: number;
  text: string;
  /** Seconds of the assistant's speech before the customer spoke over it; undefined: the assistant had finished. */
  after?: number;
}

interface KeyLine {
  who: 'keys';
  text: string;
}

/** It comes from the record of the call; the carrier does not report it. */
interface ToolLine {
  who: 'tool';
  name: ToolName;
}

export type Line = AssistantLine | CustomerLine | KeyLine | ToolLine;

export interface Conversation {
  status: 'connecting' | 'in-progress' | 'ended';
  lines: readonly Line[];
  /** Milliseconds since 1970. */
  answeredAt?: number;
  endedAt?: number;
  ended?: { by: 'customer' | 'assistant' | 'error'; message?: string };
}

export const silence: Conversation = { status: 'connecting', lines: [] };

/** The conversation after an event of the call. */
export function afterEvent(conversation: Conversation, event: WebCallEvent, now: number): Conversation {
  const { lines } = conversation;
  switch (event.type) {
    case 'status':
      return event.status === 'in-progress'
        ? { ...conversation, status: 'in-progress', answeredAt: conversation.answeredAt ?? now }
        : conversation;
    case 'assistant':
      return { ...conversation, lines: withAssistant(lines, event.turn, { text: event.text, isComplete: event.last }) };
    case 'customer':
      return { ...conversation, lines: [...lines, { who: 'customer', turn: event.turn, text: event.text }] };
    case 'interrupted':
      return { ...conversation, lines: interrupted(lines, event.heard) };
    case 'latency':
      return { ...conversation, lines: withAssistant(lines, event.turn, { latencyMs: event.milliseconds }) };
    case 'ended': {
      const { by, message } = event;
      return {
        ...conversation,
        status: 'ended',
        endedAt: now,
        ended: defined({ by, message }),
      };
    }
    default:
      return conversation;
  }
}

/** Keys in a row are one line. */
export function afterKey(conversation: Conversation, key: string): Conversation {
  const { lines } = conversation;
  const last = lines.at(-1);
  const next: Line[] =
    last?.who === 'keys'
      ? [...lines.slice(0, -1), { who: 'keys', text: last.text + key }]
      : [...lines, { who: 'keys', text: key }];
  return { ...conversation, lines: next };
}

/** The conversation with the called tools, each behind the words that it was called with. */
export function withTools(conversation: Conversation, turns: readonly Turn[]): Conversation {
  let lines = conversation.lines.filter(({ who }) => who !== 'tool');
  for (const { sender, text, tools } of turns) {
    if (tools.length === 0) continue;
    const index = lines.findLastIndex((line) => line.who === speakers[sender] && isPartOf(text, line));
    const called = tools.map(({ name }): ToolLine => ({ who: 'tool', name }));
    lines = lines.toSpliced(index === -1 ? lines.length : index + 1, 0, ...called);
  }
  return { ...conversation, lines };
}

/** The record joins lines in a row, and has the words that were heard. */
function isPartOf(text: string, line: Line): boolean {
  if (line.who !== 'assistant' && line.who !== 'customer') return false;
  const said = line.who === 'assistant' ? (line.heard ?? line.text) : line.text;
  return said !== '' && text.includes(said.trim());
}

const speakers = { bot: 'assistant', human: 'customer' } as const;

/**
 * The played words are the beginning of a line, which is found with them: the answer to the interruption may have begun before
 * the report of it arrives.
 */
function interrupted(lines: readonly Line[], heard: string): readonly Line[] {
  const index = lines.findLastIndex(
    (line) => line.who === 'assistant' && line.heard === undefined && line.text.startsWith(heard),
  );
  const line = lines[index];
  return line?.who === 'assistant' ? lines.with(index, { ...line, heard, isComplete: true }) : lines;
}

function withAssistant(lines: readonly Line[], turn: number, changes: Partial<AssistantLine>): Line[] {
  const index = lines.findLastIndex((line) => line.who === 'assistant' && line.turn === turn);
  const line = lines[index];
  if (line?.who !== 'assistant') return [...lines, { who: 'assistant', turn, text: '', isComplete: false, ...changes }];
  return lines.with(index, { ...line, ...changes });
}

/** The latencies of the turns, in order. */
export const latenciesOf = ({ lines }: Conversation): ReadonlyArray<{ turn: number; milliseconds: number }> =>
  lines.flatMap((line) =>
    line.who === 'assistant' && line.latencyMs !== undefined ? [{ turn: line.turn, milliseconds: line.latencyMs }] : [],
  );

/** The names in braces that a text asks for, but for those that the service fills. */
export function variablesIn(...texts: readonly unknown[]): string[] {
  const own = new Set(['assistant_name', 'current_date', 'current_time']);
  const found = texts.flatMap((text) =>
    typeof text === 'string' ? [...text.matchAll(/\{\{?\s*(\w+)\s*(?:\|[^{}]*)?\}?\}/g)] : [],
  );
  return [...new Set(found.map(([, name = '']) => name))].filter((name) => name !== '' && !own.has(name));
}
