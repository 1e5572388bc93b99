export interface TranscriptRow {
  speaker: 'assistant' | 'customer';
  text: string;
}

const LINE = /^(Assistant|Customer): ?(.*)$/;

/** The turns of a transcript: `Assistant: …` or `Customer: …`, one in a line. A line without a speaker goes on with the turn before. */
export function transcriptRows(transcript: string): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  for (const line of transcript.split('\n')) {
    const [, who, text = ''] = LINE.exec(line) ?? [];
    const last = rows.at(-1);
    if (who !== undefined) rows.push({ speaker: who === 'Assistant' ? 'assistant' : 'customer', text });
    else if (last !== undefined && line.trim() !== '') last.text += `\n${line}`;
  }
  return rows;
}

/** The part of a turn in brackets that says what happened, such as `[pressed 12#]`, apart from the words. */
export function turnParts(text: string): Array<{ kind: 'words' | 'note'; text: string }> {
  return text
    .split(/(\[pressed [^\]]+\])/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ kind: part.startsWith('[pressed ') ? 'note' : 'words', text: part.trim() }));
}
