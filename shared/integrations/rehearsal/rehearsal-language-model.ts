import { setImmediate as nextTick } from 'node:timers/promises';
import type { LanguageModel, ToolRound } from '#shared/conversations/language-model.ts';
import { findValue } from '#shared/integrations/rehearsal/customer-answers.ts';
import { goodbyeIn } from '#shared/integrations/rehearsal/go-on.ts';
import { rehearseReply } from '#shared/integrations/rehearsal/rehearse-reply.ts';
import { rehearseUse, type ToolUse } from '#shared/integrations/rehearsal/rehearse-use.ts';

/** Needs no key. Reads the prompt by fixed rules: the same prompt and conversation always get the same answers. */
export function createRehearsalLanguageModel(): LanguageModel {
  // The data is read with the first prompt, for which no customer waits here.
  rehearseReply({ systemPrompt: 'You speak.', locale: 'en-US', turns: [] });
  return {
    async *reply({ systemPrompt, locale, turns, alreadySaid, tools, rounds = [], signal }) {
      const said = alreadySaid.trim();
      const reply = rehearseReply({ systemPrompt, locale, turns });
      const use = rounds.length === 0 ? rehearseUse(tools, turns, reply) : undefined;
      const whole = use?.tool.completesAnswer ? reply.text : (wordsWith(use, rounds, goodbyeIn(locale)) ?? reply.text);
      const text = said !== '' && whole.startsWith(said) ? whole.slice(said.length) : whole;
      for (const word of text.match(/\s*\S+/gu) ?? []) {
        await nextTick();
        signal.throwIfAborted();
        yield { kind: 'text', text: word };
      }
      if (use) yield use.call;
    },
    async evaluate({ turns, schema, signal }) {
      signal.throwIfAborted();
      return Object.fromEntries(schema.map((field) => [field.name, findValue(field, turns)]));
    },
  };
}

/** A goodbye with a tool that ends the call, nothing with another one, and behind it what it has told. */
function wordsWith(use: ToolUse | undefined, rounds: readonly ToolRound[], goodbye: string): string | undefined {
  if (use) return use.tool.endsCall && !use.tool.handsOver ? goodbye : '';
  return rounds
    .at(-1)
    ?.calls.map(({ result }) => result)
    .join(' ');
}
