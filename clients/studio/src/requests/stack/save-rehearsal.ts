import { askStack } from './ask-stack.ts';

/** Keeps a rehearsal as a file. Returns its path. */
export async function saveRehearsal(rehearsal: object): Promise<string> {
  return (await askStack<{ file: string }>('/local/rehearsals', rehearsal)).file;
}
