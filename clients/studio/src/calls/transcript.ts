import type { CallDetail } from '@ringback/client';

export type Turn = CallDetail['transcript_turns'][number];
export type ToolName = Turn['tools'][number]['name'];

export interface TranscriptRow {
  speaker: 'assistant' | 'customer';
  text: string;
  /** From the customer's last word to the voice, in milliseconds. Of an answer that was measured. */
  waitMs: number | undefined;
  /** The tools that the model called in this turn. */
  tools: readonly ToolName[];
}

/** The turns of a call as its page shows them. */
export const transcriptRows = (turns: readonly Turn[]): TranscriptRow[] =>
  turns.map(({ sender, text, mouth_to_ear: wait, tools }) => ({
    speaker: sender === 'bot' ? 'assistant' : 'customer',
    text,
    waitMs: wait ?? undefined,
    tools: tools.map(({ name }) => name),
  }));

/** How long the customer waited for each answer. The answer to the customer's first words is turn 1, as in the playground. */
export function waitsOf(turns: readonly Turn[]): Array<{ turn: number; milliseconds: number }> {
  return turns.flatMap(({ mouth_to_ear: milliseconds }, index) => {
    const turn = turns.slice(0, index).filter(({ sender }) => sender === 'human').length;
    return milliseconds === null ? [] : [{ turn, milliseconds }];
  });
}

/** The effect of a tool whose name does not show it. */
export const toolEffects: Readonly<Record<ToolName, string | undefined>> = {
  end_call: 'ends the call',
  do_not_call: 'puts the number on the do-not-call list and ends the call',
};

/** The words of a turn, and apart from them its events in brackets, such as `[pressed 12#]`. */
export function turnParts(text: string): Array<{ kind: 'words' | 'note'; text: string }> {
  return text
    .split(/(\[pressed [^\]]+\])/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ kind: part.startsWith('[pressed ') ? 'note' : 'words', text: part.trim() }));
}
