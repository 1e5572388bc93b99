import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '@ringback/simulators/line/draw.ts';
import { serve } from '#test/support/http-server.ts';
import { behaviours, type ChatRequest } from '#test/support/openai-server.ts';

interface Asked {
  at: number;
  /** Call seconds that the model takes for its first word. */
  seconds: number;
}

const INTRODUCE = 'asks who calls';

/** The variable by which the model knows the call of a seed. */
export const tagOf = (seed: number): string => `K${seed}Q`;

/**
 * A model that speaks of each topic of the customer which it has not spoken of yet, as far as it was heard. What it never speaks of, it was
 * never asked about, or was never heard on.
 * @param topicsOf the topics of a seed
 */
export async function startTopicModel(topicsOf: (seed: number) => readonly string[], speed: number) {
  const asked = new Map<number, Asked[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chat = JSON.parse(await text(request)) as ChatRequest;
    const seed = Number(/K(\d+)Q/.exec(JSON.stringify(chat.messages))?.[1] ?? Number.NaN);
    if (chat.stream !== true || Number.isNaN(seed)) {
      response.writeHead(404).end('{}');
      return;
    }
    const before = asked.get(seed) ?? [];
    const seconds = thinkingSeconds(seed, before.length);
    asked.set(seed, [...before, { at: Date.now(), seconds }]);
    await sleep((seconds * 1000) / speed);
    const words = answerTo(chat.messages, topicsOf(seed)).match(/\S+\s*/g) ?? [];
    await behaviours.says(...words)(response, chat);
  };
  const { url, stop } = await serve((request, response) => void answer(request, response));
  return { url: `${url}/v1`, stop, askedOf: (seed: number): readonly Asked[] => asked.get(seed) ?? [] };
}

/** One in eight is slow. */
function thinkingSeconds(seed: number, request: number): number {
  const isSlow = draw(seed, 'slow', request) < 0.125;
  return (isSlow ? 2.5 : 0.2) + draw(seed, 'model', request);
}

function answerTo(messages: ChatRequest['messages'], topics: readonly string[]): string {
  const wordsOf = (...roles: string[]) =>
    messages.flatMap(({ role, content }) => (roles.includes(role) ? [JSON.stringify(content)] : [])).join(' ');
  if (wordsOf('system', 'developer').includes(INTRODUCE)) return 'This is Ava from Blue Door, about your order.';
  const [told, heard] = [wordsOf('user'), wordsOf('assistant')];
  const open = topics.filter((topic) => told.includes(topic) && !heard.includes(topic));
  if (open.length > 0) {
    return `I see, the ${open.join(' and the ')}. We have that in two sizes, and can send it to you today. What else can I do for you?`;
  }
  if (/goodbye/i.test(JSON.stringify(messages.at(-1)?.content))) return 'Thank you, goodbye.';
  return 'I see. We are here from nine to five on all days of the week. What would you like to know about your order?';
}
