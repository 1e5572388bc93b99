import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const losing = new AsyncLocalStorage<{ left: number }>();
const watched = new WeakSet<object>();

/** Runs `send`, whose first answer is lost on its way: the request has reached the table, and the connection breaks. */
export function withLostAnswer<Answer>(client: DynamoDBDocumentClient, send: () => Promise<Answer>): Promise<Answer> {
  const { requestHandler } = client.config;
  if (!watched.has(requestHandler)) {
    watched.add(requestHandler);
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = async (...request: Parameters<typeof handle>) => {
      const answer = await handle(...request);
      const state = losing.getStore();
      if (!state || state.left === 0) return answer;
      state.left -= 1;
      answer.response.body.destroy();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
  }
  return losing.run({ left: 1 }, send);
}
