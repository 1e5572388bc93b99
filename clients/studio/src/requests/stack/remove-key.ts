import { askStack } from './ask-stack.ts';
import { mutation } from '../../service/request.ts';

export const removeKey = mutation({
  changes: [['stack'], ['lookups']],
  send: () => askStack('/local/models/key/remove', {}),
});
