import type { ServerResponse } from 'node:http';
import { text as readBody } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { serve } from '#test/support/http-server.ts';

/** What the model was asked in one turn, and what it answered, with epoch milliseconds of its own clock. */
export interface ModelTurn {
  /** The call, as its system prompt names it. */
  tag: string;
  askedAt: number;
  text: string;
  /** When each token left, and how long the text was with it. */
  tokens: Array<{ at: number; length: number }>;
}

const ChatRequest = v.object({ messages: v.array(v.object({ role: v.string(), content: v.unknown() })) });

const FIRST_TOKEN_MS = 250;
const NEXT_TOKEN_MS = 15;

/**
 * A language model on the wire of OpenAI's chat completions, in a process of its own, that is as slow as a quick real one and
 * notes when it was asked and when each token left. Every answer is two sentences that name the call and the turn.
 */
export async function startModelServer() {
  const turns: ModelTurn[] = [];
  const { url, stop } = await serve((request, response) => {
    const askedAt = Date.now();
    void readBody(request).then((body) => {
      const { messages } = v.parse(v.pipe(v.string(), v.parseJson(), ChatRequest), body);
      const tag = /CALL \W*(?<tag>\w+)/.exec(JSON.stringify(messages[0]))?.groups?.['tag'] ?? '';
      const turn: ModelTurn = { tag, askedAt, text: answerOf(tag, turns.length), tokens: [] };
      turns.push(turn);
      return stream(turn, response);
    });
  });
  return { url: `${url}/v1`, turns: () => turns, stop };
}

const answerOf = (tag: string, number: number) =>
  `This is answer ${number} of call ${tag}, and it begins here. After that comes a second sentence, which is number ${number} too.`;

async function stream(turn: ModelTurn, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await sleep(FIRST_TOKEN_MS);
  let length = 0;
  for (const token of turn.text.match(/\s*\S+/g) ?? []) {
    if (response.destroyed) return;
    length += token.length;
    turn.tokens.push({ at: Date.now(), length });
    response.write(chunk({ content: token }, null));
    await sleep(NEXT_TOKEN_MS);
  }
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
}

function chunk(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_782_820_000, model: 'bench' };
  return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
}
