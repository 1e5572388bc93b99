import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { ToolCall } from '#shared/conversations/language-model.ts';
import { valueOf } from '#shared/integrations/rehearsal/kept-values.ts';
import { english } from '#shared/integrations/rehearsal/languages/english.ts';
import { slots } from '#shared/integrations/rehearsal/languages/rehearsal-language.ts';
import { plain, similarity, wordsOf, wordSet } from '#shared/integrations/rehearsal/plain-words.ts';
import type { RehearsedReply } from '#shared/integrations/rehearsal/rehearse-reply.ts';
import { findNumber } from '#shared/integrations/rehearsal/spoken-number.ts';
import { byPrecedence, type OfferedTool, type ToolArguments, type ToolParameters } from '#shared/tools/tool.ts';

export interface ToolUse {
  tool: OfferedTool;
  call: ToolCall;
}

/** The tool that fits what the customer has said last, with arguments from what was kept. */
export function rehearseUse(
  tools: readonly OfferedTool[],
  turns: readonly TranscriptTurn[],
  reply: Pick<RehearsedReply, 'ends' | 'progress'>,
): ToolUse | undefined {
  const said = turns.flatMap(({ sender, text }) => (sender === 'human' ? [text] : []));
  const uses = byPrecedence(tools).flatMap((tool): ToolUse[] => {
    const args = tool.rehearse ? tool.rehearse(said.at(-1) ?? '') : argumentsOf(tool, said, reply.progress);
    return args ? [useOf(tool, args)] : [];
  });
  const ending = reply.ends ? tools.find((tool) => tool.endsCall && !tool.mustNotBeLost && !tool.handsOver) : undefined;
  return uses[0] ?? (ending && useOf(ending, {}));
}

function useOf(tool: OfferedTool, args: ToolArguments): ToolUse {
  return { tool, call: { kind: 'tool_call', id: tool.name, name: tool.name, arguments: args } };
}

/** In the turn in which the customer has asked for it, and has said the last of what it needs. */
function argumentsOf(
  tool: OfferedTool,
  said: readonly string[],
  progress: RehearsedReply['progress'],
): ToolArguments | undefined {
  const now = complete(tool, said, progress);
  if (!now) return undefined;
  const last = said.at(-1) ?? '';
  const isNew = progress.some(
    ({ value, question: { slot } }) => slot && value !== undefined && valueOf(slot, last, true) === value,
  );
  return isNew || isAskedFor(tool, [last]) ? now : undefined;
}

function complete({ parameters, ...tool }: OfferedTool, said: readonly string[], progress: RehearsedReply['progress']) {
  if (!isAskedFor({ parameters, ...tool }, said)) return undefined;
  const args = Object.fromEntries(
    Object.entries(parameters.properties).flatMap(([name, schema]) => {
      const value = argument(name, schema, said, progress);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return (parameters.required ?? []).every((name) => Object.hasOwn(args, name)) ? args : undefined;
}

const LEAST_WORDS_IN_COMMON = 2;

/** The words of the customer are in the name and the description of the tool. */
function isAskedFor({ name, description }: OfferedTool, said: readonly string[]): boolean {
  const idle = wordSet(english.idle);
  const own = [...new Set(wordsOf(`${name.replaceAll('_', ' ')} ${description}`))].filter((word) => !idle.has(word));
  const words = said.flatMap(wordsOf).filter((word) => !idle.has(word));
  const common = own.filter((word) => words.some((one) => similarity(one, word) >= 0.75));
  const named = wordsOf(name.replaceAll('_', ' ')).filter((word) => common.includes(word));
  return common.length >= LEAST_WORDS_IN_COMMON || named.length > 0;
}

type Parameter = ToolParameters['properties'][string];

function argument(
  name: string,
  { type, description, enum: choices }: Parameter,
  said: readonly string[],
  progress: RehearsedReply['progress'],
): string | number | boolean | undefined {
  const last = said.join(' ');
  if (choices) return choices.find((choice) => plain(last).includes(plain(String(choice))));
  if (type === 'number' || type === 'integer') return findNumber(last);
  if (type !== 'string') return undefined;
  const wanted = plain(name.replaceAll('_', ' '));
  const slot = slots.find((one) => new RegExp(english.slots[one], 'iu').test(wanted)) ?? slotIn(description ?? '');
  if (!slot) return undefined;
  const kept = progress.find(({ question }) => question.slot === slot)?.value;
  return (
    kept ??
    said
      .toReversed()
      .map((text) => valueOf(slot, text, false))
      .find((value) => value !== undefined)
  );
}

function slotIn(description: string) {
  return slots.find((one) => new RegExp(`\\b${one}\\b`, 'iu').test(description));
}
