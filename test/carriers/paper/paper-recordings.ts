import * as v from 'valibot';
import type { CarrierRecordings } from '#shared/recordings/recording.ts';
import type { PaperApi } from '#test/carriers/paper/paper-api.ts';
import { paperTape } from '#test/carriers/paper/paper-words.ts';

const Tape = v.object({ tape: v.string(), state: paperTape, seconds: v.number() });
const Audio = v.nullable(v.pipe(v.string(), v.base64()));

/** Recordings on paper: tapes, which the desk reads out. */
export function createPaperRecordings(api: PaperApi): CarrierRecordings {
  return {
    async find(slip) {
      const found = v.parse(v.nullable(Tape), await api({ order: 'tape', slip }));
      return found ? { id: found.tape, state: found.state, durationSeconds: found.seconds } : undefined;
    },
    async open(tape) {
      const audio = v.parse(Audio, await api({ order: 'hear', tape }));
      return audio === null ? undefined : new Blob([Buffer.from(audio, 'base64')]).stream();
    },
    remove: async (tape) => void (await api({ order: 'burn', tape })),
  };
}
