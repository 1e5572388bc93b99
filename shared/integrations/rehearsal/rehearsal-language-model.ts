import { setImmediate as nextTick } from 'node:timers/promises';
import { languages, phrasesFor } from '#shared/catalog/languages.ts';
import { isGoodbye } from '#shared/conversations/end-call-tool.ts';
import type { LanguageModel, ToolCall, ToolRound } from '#shared/conversations/language-model.ts';
import { findValue } from '#shared/integrations/rehearsal/customer-answers.ts';
import { byPrecedence, type OfferedTool } from '#shared/tools/tool.ts';

/** Needs no key. Fixed rules: the same conversation always gets the same answers. */
export function createRehearsalLanguageModel(): LanguageModel {
  return {
    async *reply({ systemPrompt, locale, turns, alreadySaid, tools, rounds = [], signal }) {
      const customer = turns.filter((turn) => turn.sender === 'human').map((turn) => turn.text);
      const said = alreadySaid.trim();
      const use = rounds.length === 0 ? rehearseUse(tools, customer.at(-1) ?? '') : undefined;
      const whole = wordsWith(use, rounds, locale) ?? rehearseReply({ systemPrompt, locale, customer });
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

interface ToolUse {
  tool: OfferedTool;
  call: ToolCall;
}

function rehearseUse(tools: readonly OfferedTool[], words: string): ToolUse | undefined {
  const uses = byPrecedence(tools).flatMap((tool): ToolUse[] => {
    const args = tool.rehearse?.(words);
    return args ? [{ tool, call: { kind: 'tool_call', id: tool.name, name: tool.name, arguments: args } }] : [];
  });
  return uses[0];
}

/** A goodbye with a tool that ends the call, nothing with another one, and behind it what it has told. */
function wordsWith(use: ToolUse | undefined, rounds: readonly ToolRound[], locale: string): string | undefined {
  if (use) return use.tool.endsCall ? rehearseGoodbye(locale) : '';
  return rounds
    .at(-1)
    ?.calls.map(({ result }) => result)
    .join(' ');
}

interface Manners {
  mirror: string;
  questions: [string, ...string[]];
}

const english: Manners = {
  mirror: 'You said: {words}.',
  questions: [
    'May I ask for your name?',
    'When would be a good time for you?',
    'How many people is it for?',
    'Is there anything else that I should know?',
    'Shall I note that for you?',
  ],
};

const mannersOf: Readonly<Record<string, Manners>> = {
  en: english,
  de: {
    mirror: 'Sie sagten: {words}.',
    questions: [
      'Wie ist Ihr Name?',
      'Wann würde es Ihnen passen?',
      'Für wie viele Personen?',
      'Kann ich sonst noch etwas notieren?',
    ],
  },
  es: {
    mirror: 'Usted dijo: {words}.',
    questions: [
      '¿Cómo se llama?',
      '¿Cuándo le vendría bien?',
      '¿Para cuántas personas?',
      '¿Hay algo más que deba anotar?',
    ],
  },
  fr: {
    mirror: 'Vous avez dit : {words}.',
    questions: [
      'Quel est votre nom ?',
      'Quand cela vous conviendrait-il ?',
      'Pour combien de personnes ?',
      'Dois-je noter autre chose ?',
    ],
  },
  it: {
    mirror: 'Lei ha detto: {words}.',
    questions: ['Come si chiama?', 'Quando le andrebbe bene?', 'Per quante persone?', "C'è altro che devo annotare?"],
  },
  pt: {
    mirror: 'O senhor disse: {words}.',
    questions: [
      'Qual é o seu nome?',
      'Quando seria melhor para si?',
      'Para quantas pessoas?',
      'Devo anotar mais alguma coisa?',
    ],
  },
  nl: {
    mirror: 'U zei: {words}.',
    questions: ['Wat is uw naam?', 'Wanneer schikt het u?', 'Voor hoeveel personen?', 'Moet ik nog iets noteren?'],
  },
};

const MIRRORED_WORDS = 12;

export function rehearseGoodbye(locale: string): string {
  return phrasesFor(languages.find((known) => known.locale === locale)?.id ?? 1).goodbye;
}

export function rehearseReply(input: { systemPrompt: string; locale: string; customer: string[] }): string {
  const { customer, locale } = input;
  const last = customer.at(-1) ?? '';
  const language = languages.find((known) => known.locale === locale);
  const phrases = phrasesFor(language?.id ?? 1);
  if (isGoodbye(last)) return phrases.goodbye;
  const manners = mannersOf[language?.iso2 ?? 'en'] ?? english;
  const question = manners.questions[Math.max(0, customer.length - 1) % manners.questions.length] ?? '';
  const parts = [
    last.endsWith('?') ? phrases.fillers.question[0] : phrases.fillers.positive[0],
    customer.length <= 1 && manners === english ? introduce(input.systemPrompt) : undefined,
    last === '' ? undefined : manners.mirror.replace('{words}', () => mirrored(last)),
    question,
  ];
  return parts.filter(Boolean).join(' ');
}

/** The role in «You are a friendly receptionist of …». Other prompts contain nothing that can be spoken. */
function introduce(systemPrompt: string): string | undefined {
  const role = /^\s*You(?: are|'re) ((?:an?|the) [^.!?\n,;:{}]{3,80})/u.exec(systemPrompt)?.[1];
  return role && `I am ${role.trim()}.`;
}

function mirrored(text: string): string {
  const words = text.trim().split(/\s+/u);
  return words
    .slice(0, MIRRORED_WORDS)
    .join(' ')
    .replace(/[\s.,;:!?…]+$/u, '');
}
