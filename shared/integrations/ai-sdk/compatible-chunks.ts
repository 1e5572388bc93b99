import * as v from 'valibot';

const Part = v.looseObject({ type: v.string(), text: v.optional(v.string()) });
const Content = v.nullish(v.union([v.string(), v.array(Part)]));
const ToolCall = v.object({
  index: v.nullish(v.number()),
  id: v.nullish(v.string()),
  function: v.object({ name: v.nullish(v.string()), arguments: v.nullish(v.unknown()) }),
});
const Message = v.object({
  content: Content,
  refusal: v.nullish(v.string()),
  tool_calls: v.nullish(v.array(ToolCall)),
});

/** A chunk of an answer, or a whole one, with what a turn needs of it. */
const Answer = v.object({
  choices: v.array(
    v.object({ delta: v.nullish(Message), message: v.nullish(Message), finish_reason: v.nullish(v.unknown()) }),
  ),
});
type Message = v.InferOutput<typeof Message>;

/** A message of a server that is neither an answer nor a failure, such as `{"type":"ping"}` or usage. */
const Aside = v.object({ choices: v.nullish(v.null()), error: v.nullish(v.null()), message: v.optional(v.never()) });

/** The tool calls of one answer: by what they are known at the server, and how many there are. */
export interface ToolCalls {
  begun: Set<number>;
}

export interface ReadAnswer {
  /** What OpenAI would send; undefined if it says nothing. */
  text: string | undefined;
  /** Whether the model has said why it ended. */
  isEnd: boolean;
}

/**
 * Writes an answer of a server in the form that OpenAI gives it. Servers leave out the index of a tool call, send lists instead of texts,
 * empty texts instead of nothing, and fields of their own. What is no answer stays as it is: it is a failure.
 */
export function toOpenAiAnswer(text: string, calls: ToolCalls): ReadAnswer {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), text);
  if (!answer.success) {
    const isAside = v.safeParse(v.pipe(v.string(), v.parseJson(), Aside), text).success;
    return { text: isAside ? undefined : text, isEnd: false };
  }
  const [choice] = answer.output.choices;
  if (!choice) return { text: undefined, isEnd: false };
  const reason = typeof choice.finish_reason === 'string' ? choice.finish_reason : null;
  const written = {
    index: 0,
    ...(choice.delta && { delta: write(choice.delta, calls) }),
    ...(choice.message && { message: write(choice.message, calls) }),
    finish_reason: reason,
  };
  return { text: JSON.stringify({ choices: [written] }), isEnd: reason !== null && reason !== '' };
}

function write({ content, refusal, tool_calls: toolCalls }: Message, calls: ToolCalls) {
  const written = toolCalls?.flatMap((call) => writeCall(call, calls)) ?? [];
  return {
    content: textOf(content),
    ...(typeof refusal === 'string' && { refusal }),
    ...(written.length > 0 && { tool_calls: written }),
  };
}

/** The texts of a list, without thoughts and sources. */
function textOf(content: v.InferOutput<typeof Content>): string | null {
  if (!Array.isArray(content)) return content ?? null;
  return content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
}

/** A call without an index is a new one if it has a name. Arguments of a call that has not begun belong to none. */
function writeCall({ index, id, function: called }: v.InferOutput<typeof ToolCall>, { begun }: ToolCalls) {
  const name = called.name?.trim() === '' ? undefined : called.name;
  const place = index ?? (typeof name === 'string' ? begun.size : begun.size - 1);
  if (typeof name === 'string') begun.add(place);
  if (!begun.has(place)) return [];
  const parameters = called.arguments ?? '';
  const written = typeof parameters === 'string' ? parameters : JSON.stringify(parameters);
  return [{ index: place, id: id ?? null, type: 'function', function: { name: name ?? null, arguments: written } }];
}
