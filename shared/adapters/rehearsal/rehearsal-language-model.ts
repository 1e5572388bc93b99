import { setImmediate as nextTick } from 'node:timers/promises';
import { isGoodbye } from '#shared/adapters/rehearsal/goodbye-words.ts';
import { findValue } from '#shared/adapters/rehearsal/find-value.ts';
import { refusesCalls } from '#shared/adapters/rehearsal/refusal-words.ts';
import { rehearseGoodbye, rehearseReply } from '#shared/adapters/rehearsal/rehearse-reply.ts';
import type { LanguageModel } from '#shared/ports/language-model.ts';

/**
 * The built-in model that needs no key: it knows nothing, but takes part in a conversation by fixed rules, so that a whole
 * call can be rehearsed. The same conversation always gets the same answers.
 */
export function createRehearsalLanguageModel(): LanguageModel {
  return {
    async *reply({ systemPrompt, locale, turns, alreadySaid, endCallDescription, canRefuseCalls, signal }) {
      const customer = turns.filter((turn) => turn.sender === 'human').map((turn) => turn.text);
      const said = alreadySaid.trim();
      const isRefused = canRefuseCalls === true && refusesCalls(customer.at(-1) ?? '');
      const whole = isRefused ? rehearseGoodbye(locale) : rehearseReply({ systemPrompt, locale, customer });
      const text = said !== '' && whole.startsWith(said) ? whole.slice(said.length) : whole;
      for (const word of text.match(/\s*\S+/gu) ?? []) {
        await nextTick();
        signal.throwIfAborted();
        yield { kind: 'text', text: word };
      }
      if (isRefused) yield { kind: 'do_not_call' };
      else if (endCallDescription !== null && isGoodbye(customer.at(-1) ?? '')) yield { kind: 'end_call' };
    },
    async evaluate({ turns, schema, signal }) {
      signal.throwIfAborted();
      return Object.fromEntries(schema.map((field) => [field.name, findValue(field, turns)]));
    },
  };
}
