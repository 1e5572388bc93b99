import { askStack } from './ask-stack.ts';
import { mutation } from '../../service/request.ts';

/** Gives the stack a key for OpenAI, in place of the one that it has. */
export const enterKey = mutation({
  changes: [['stack'], ['lookups']],
  send: (key: string) => askStack('/local/models/key', { key }),
});
