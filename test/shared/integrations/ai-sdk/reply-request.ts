import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { LanguageModel, ReplyPart, ReplyRequest } from '#shared/conversations/language-model.ts';

/** Turns from lines such as `bot: Hello.` and `human: Hi.`, a second apart. */
export const turnsOf = (...lines: string[]): TranscriptTurn[] =>
  lines.map((line, index) => {
    const [sender, ...text] = line.split(': ');
    return { sender: sender === 'bot' ? 'bot' : 'human', text: text.join(': '), timestamp: index * 1000 };
  });

export const buildReplyRequest = (changes: Partial<ReplyRequest> = {}): ReplyRequest => ({
  modelId: 1,
  systemPrompt: 'You are a friendly receptionist.',
  locale: 'en-US',
  turns: turnsOf('bot: Hello.', 'human: I would like a table.'),
  alreadySaid: '',
  temperature: 0.1,
  tools: [],
  signal: new AbortController().signal,
  ...changes,
});

export async function readAll(model: LanguageModel, request: ReplyRequest): Promise<ReplyPart[]> {
  const parts: ReplyPart[] = [];
  for await (const part of model.reply(request)) parts.push(part);
  return parts;
}

export const textOf = (parts: readonly ReplyPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
