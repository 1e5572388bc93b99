import type { TranscriptTurn } from '#shared/domain/call/call.ts';

/** The transcript as text, one line per turn. */
export function transcriptText(turns: readonly TranscriptTurn[]): string {
  return turns.map(({ sender, text }) => `${speakers[sender]}: ${text.replaceAll(/\s*\n\s*/g, ' ')}`).join('\n');
}

const speakers = { bot: 'Assistant', human: 'Customer' } as const;
