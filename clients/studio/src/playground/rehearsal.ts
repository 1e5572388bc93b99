import { defined } from '@ringback/client';
import type { Conversation, Line } from './conversation.ts';

/** The settings of an assistant as a request sends them, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The file of a rehearsal: test/rehearsals/README.md. */
export interface Rehearsal {
  name: string;
  assistant: Values;
  variables: Record<string, string>;
  customer: { script: ReadonlyArray<string | Record<string, unknown>>; afterwards: 'hang_up' | 'stay' };
  expect: Record<string, unknown>;
}

/** A conversation as a rehearsal: the same customer again, and the expectations of the assistant. */
export function rehearsalOf(conversation: Conversation, values: Values, variables: Record<string, string>): Rehearsal {
  const { ended } = conversation;
  const lines = conversation.lines.filter(({ who }) => who !== 'tool');
  const isByAssistant = ended?.by === 'assistant';
  const spoken = lines.filter(({ who }) => who !== 'keys').length;
  const [first] = lines;
  const script = lines.flatMap((line, index) => stepOf(line, lines[index - 1]));
  const isGreeting = first?.who === 'assistant' && first.text !== '' && first.heard === undefined;
  return {
    name: nameOf(conversation, values),
    assistant: assistantOf(values),
    variables,
    customer: {
      script: isByAssistant ? script : [...script, { listen: true }, { hang_up: true }],
      // Time for the assistant to end the call, as it did.
      afterwards: isByAssistant ? 'stay' : 'hang_up',
    },
    expect: defined({
      status: isByAssistant ? 'ended_by_assistant' : 'ended_by_customer',
      said: isGreeting ? [first.text] : undefined,
      // A variable that was not filled.
      not_said: [String.raw`/\{\{?\w+\}\}?/`],
      // A model says the same in one turn more or less.
      turns: { min: Math.max(1, spoken - 2) },
    }),
  };
}

const LONGEST_NAME = 60;

/** The assistant and the first words of the customer. */
function nameOf({ lines }: Conversation, { assistant_name: assistant }: Values): string {
  const first = lines.find((line) => line.who === 'customer')?.text ?? 'a call';
  return `${typeof assistant === 'string' ? assistant : 'Assistant'}: ${first}`.slice(0, LONGEST_NAME).trim();
}

/** Speech over the assistant is an interruption; the others wait for its end. */
function stepOf(line: Line, before: Line | undefined): Array<string | Record<string, unknown>> {
  if (line.who === 'keys') return [{ press: line.text }];
  if (line.who !== 'customer') return [];
  if (before?.who === 'assistant' && before.heard !== undefined) {
    return [{ interrupt: line.text, after: secondsOf(before.heard) }];
  }
  return [line.text];
}

/** How long words take to say, as people speak: some 15 characters a second. */
const secondsOf = (words: string): number => Math.max(0.5, Math.round(words.length / 1.5) / 10);

/** The body of a request, without empty settings. In a rehearsal the assistant makes the call. */
function assistantOf(values: Values): Values {
  const sent = Object.entries({ ...values, calls_direction: 'make', phone_number_id: null });
  return Object.fromEntries(sent.filter(([, value]) => value !== null && value !== ''));
}

/** The name of its file. */
export const fileName = (name: string): string =>
  `${
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'rehearsal'
  }.yaml`;
