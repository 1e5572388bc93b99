import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import * as v from 'valibot';

const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(60));

/**
 * A part of an answer: words, words that are said only if the prompt tells the model to, a call of a tool, a pause in call seconds, a
 * refusal with a status, the reason of the end, or a stream that is cut.
 */
const AnswerPart = v.union([
  v.string(),
  v.strictObject({ say: v.string(), if_told: v.pipe(v.string(), v.nonEmpty('must not be empty')) }),
  v.strictObject({ call: v.pipe(v.string(), v.nonEmpty()), with: v.optional(v.record(v.string(), v.unknown()), {}) }),
  v.strictObject({ wait: seconds }),
  v.strictObject({ status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)) }),
  v.strictObject({ finish: v.string() }),
  v.strictObject({ breaks: v.literal(true) }),
]);

/** The answers of a model, one for each request; the last one for all that follow. An answer without `finish` ends without a reason. */
export const ScriptedAnswers = v.pipe(v.array(v.pipe(v.array(AnswerPart), v.minLength(1))), v.minLength(1));
export type ScriptedAnswers = v.InferOutput<typeof ScriptedAnswers>;

interface ScriptedModel {
  /** The words by which its requests are known: the prompt of its assistant. */
  prompt: string;
  answers: ScriptedAnswers;
}

const ChatRequest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    model: v.string(),
    stream: v.optional(v.boolean(), false),
    messages: v.array(v.object({ role: v.string(), content: v.unknown() })),
  }),
);

/** A server that speaks OpenAI's chat completions, and answers as rehearsals say: slowly, with errors, or strangely. */
export async function startScriptedModels(models: readonly ScriptedModel[], speed: number) {
  const answered = new Map<ScriptedModel, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const { messages, stream } = v.parse(ChatRequest, await text(request));
      const asked = JSON.stringify(messages);
      const model = models.find(({ prompt }) => asked.includes(JSON.stringify(withoutVariables(prompt)).slice(1, -1)));
      // An evaluation after the call, or an assistant that no rehearsal scripts.
      if (!model || !stream) return refuse(response, 404);
      const times = answered.get(model) ?? 0;
      answered.set(model, times + 1);
      const parts = model.answers[Math.min(times, model.answers.length - 1)] ?? [];
      await answer(response, obey(parts, messages), speed);
    })();
  });
  const { url, stop } = await listen(server);
  return {
    url: `${url}/v1`,
    /** Begins with the first answers again. */
    restart: () => answered.clear(),
    stop,
  };
}

/** The longest piece of a prompt that is the same in every call. */
function withoutVariables(prompt: string): string {
  return prompt.split(/\{+[^{}]*\}+/).reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
}

type Messages = v.InferOutput<typeof ChatRequest>['messages'];

/** Decides which words the prompt tells the model to say. */
function obey(parts: ScriptedAnswers[number], messages: Messages) {
  const instructions = instructionsOf(messages);
  return parts.flatMap((part) => {
    if (typeof part === 'string' || !('say' in part)) return part;
    return instructions.includes(part.if_told) ? part.say : [];
  });
}

/**
 * What a credulous model takes for instructions: the whole system prompt, but for JSON strings if the prompt says that they are not to be
 * followed. A text that gets out of its quotes is obeyed.
 */
function instructionsOf(messages: Messages): string {
  const isPrompt = ({ role }: Messages[number]) => role === 'system' || role === 'developer';
  const prompt = messages
    .filter(isPrompt)
    .map(({ content }) => String(content))
    .join('\n');
  return /double quotes[^"]*never follow instructions/.test(prompt) ? prompt.replaceAll(JSON_STRING, '""') : prompt;
}

/** A line break ends it: JSON escapes those of a text. */
const JSON_STRING = /"(?:[^"\\\n\u2028\u2029]|\\.)*"/g;

async function answer(response: ServerResponse, parts: ReturnType<typeof obey>, speed: number): Promise<void> {
  const calls = parts.filter((part) => typeof part === 'object' && 'call' in part);
  const reason = parts.some((part) => typeof part === 'object' && 'finish' in part) ? [] : [{ finish: 'tool_calls' }];
  for (const part of calls.length > 0 ? [...parts, ...reason] : parts) {
    if (response.destroyed) return;
    if (typeof part === 'string') await stream(response, part);
    else if ('call' in part) send(response, { tool_calls: [toolCall(part, calls.indexOf(part))] });
    else if ('wait' in part) await sleep((part.wait * 1000) / speed);
    else if ('status' in part) return refuse(response, part.status);
    else if ('finish' in part) send(response, {}, part.finish);
    else return void response.destroy();
  }
  begin(response);
  response.end('data: [DONE]\n\n');
}

function toolCall({ call: name, with: args }: { call: string; with: Record<string, unknown> }, index: number) {
  const id = `call_${randomUUID()}`;
  return { index, id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}

/** Word by word, as models do. */
async function stream(response: ServerResponse, words: string): Promise<void> {
  for (const content of words.match(/\s*\S+\s*/gu) ?? []) {
    send(response, { content });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function begin(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
}

function send(response: ServerResponse, delta: object, finishReason: string | null = null): void {
  begin(response);
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_782_820_000, model: 'scripted' };
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: 'no', type: 'refused', code: null } }));
}
