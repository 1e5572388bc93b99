export interface SpokenLine {
  who: 'Assistant' | 'Customer';
  text: string;
}

/** What became of a rehearsed call. */
export interface Outcome {
  status: string;
  answeredBy: string;
  /** Seconds. */
  duration: number;
  lines: SpokenLine[];
  extracted: Record<string, unknown>;
  tools: string[];
  /** Milliseconds of each turn that were not the model's. */
  ourShareMs: number[];
}

/** The transcript of a record, line by line. */
export function readTranscript(transcript: string): SpokenLine[] {
  return transcript.split('\n').flatMap((line): SpokenLine[] => {
    const [, who, text] = /^(Assistant|Customer): (.*)$/.exec(line) ?? [];
    if (text === undefined) return [];
    return [{ who: who === 'Customer' ? 'Customer' : 'Assistant', text }];
  });
}

/** The value that so much of a hundred do not exceed; undefined of nothing. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)];
}
