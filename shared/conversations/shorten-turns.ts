import type { TranscriptTurn } from '#shared/calls/call.ts';

/** The item of a transcript has 400 KB at most, of which variables, evaluation and outcome take up to 130 KB. In UTF-8. */
const MOST_BYTES = 200_000;
const LONGEST_TURN = 8_000;
const SHORTEST_CUT = 100;

/** Cuts the longest turns first, so that a call that says too much keeps its transcript. Of too many turns, the first ones stay. */
export function shortenTurns(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
  let kept = [...turns];
  for (let longest = LONGEST_TURN; bytesOf(kept) > MOST_BYTES && longest >= SHORTEST_CUT; longest /= 2) {
    kept = kept.map((turn) =>
      turn.text.length > longest
        ? { ...turn, text: `${turn.text.slice(0, longest).toWellFormed().trimEnd()} …` }
        : turn,
    );
  }
  while (bytesOf(kept) > MOST_BYTES) kept = kept.slice(0, Math.floor(kept.length * 0.9));
  return kept;
}

const bytesOf = (turns: readonly TranscriptTurn[]) => Buffer.byteLength(JSON.stringify(turns));
