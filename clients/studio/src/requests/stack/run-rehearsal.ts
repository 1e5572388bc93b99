import { askStack } from './ask-stack.ts';

export interface RehearsalResult {
  seconds: number;
  failures: string[];
}

export const runRehearsal = (file: string): Promise<RehearsalResult> => askStack('/local/rehearsals/run', { file });
