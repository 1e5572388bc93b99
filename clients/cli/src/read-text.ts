import { readFile } from 'node:fs/promises';
import { fileProblem } from './file-problem.ts';
import { UsageError } from './session.ts';

/** The text of a file. `otherwise`: what to do if it does not exist. @throws UsageError that says why it cannot be read */
export async function readText(file: string, otherwise?: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(fileProblem(error, file, otherwise));
  });
}
