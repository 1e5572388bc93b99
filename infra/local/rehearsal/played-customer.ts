import { personaOf } from '#infra/local/carrier-simulator/callees/persona.ts';
import { isGoodbye, replyTo } from '#infra/local/carrier-simulator/callees/reply-to.ts';
import type { PlayedCustomer } from '#infra/local/rehearsal/customer-server.ts';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';
import type { Rehearsal } from '#infra/local/rehearsal/rehearsal.ts';
import { createCatalogueLanguageModel } from '#shared/adapters/ai-sdk/catalogue-language-model.ts';
import { findModelByName } from '#shared/catalog/models.ts';
import type { TranscriptTurn } from '#shared/domain/call/call.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export interface PlayedBy {
  /** Who the customer is and what they want. */
  plays: string;
  /** Of the catalogue. */
  model: string;
  maxTurns: number;
  number: string;
  environment: Record<string, string | undefined>;
}

const GOODBYE = 'That is all, thank you. Goodbye.';
const MODEL_SECONDS = 20;

/** @throws BadInput when the model of a customer is none, or cannot be reached from here */
export function requirePlayers(rehearsals: readonly Rehearsal[], environment: PlayedBy['environment']): void {
  for (const { customer } of rehearsals) {
    const { plays, model, max_turns: maxTurns } = customer;
    if (plays !== undefined) playedCustomer({ plays, model, maxTurns, number: '', environment });
  }
}

/** A customer who is played. The built-in model answers by fixed rules, the same every time; others read who they are. */
export function playedCustomer(by: PlayedBy): PlayedCustomer {
  const entry = findModelByName(by.model, 'pipeline');
  if (!entry) throw new BadInput(`there is no model ${by.model} to play a customer`);
  if (entry.provider === 'rehearsal') return rehearsedCustomer(by);
  if (entry.provider === 'bedrock') throw new BadInput(`${by.model} cannot play a customer: take one of OpenAI's`);
  return modelCustomer(by, entry.id);
}

function rehearsedCustomer({ number, maxTurns }: PlayedBy): PlayedCustomer {
  const persona = personaOf(number);
  let turn = 0;
  return async (heard) => {
    if (isGoodbye(heard)) return { say: 'Goodbye.', hang_up: true };
    turn += 1;
    if (turn > maxTurns) return { say: GOODBYE, hang_up: true };
    return { say: heard === '' ? 'Hello? Are you still there?' : replyTo(heard, persona, turn - 1) };
  };
}

function modelCustomer({ plays, maxTurns, environment }: PlayedBy, modelId: number): PlayedCustomer {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl } = environment;
  if (!key && !baseUrl) throw new BadInput('a customer played by a model needs OPENAI_API_KEY or OPENAI_BASE_URL');
  const openai = { apiKey: async () => key ?? 'none', baseUrl };
  const model = createCatalogueLanguageModel({ openai }, logger);
  const turns: TranscriptTurn[] = [];
  let turn = 0;
  return async (heard) => {
    turn += 1;
    if (turn > maxTurns) return { say: GOODBYE, hang_up: true };
    // To the model the assistant is the other side, which is the human one.
    turns.push({ sender: 'human', text: heard || '(Silence.)', timestamp: Date.now() });
    const parts = model.reply({
      modelId,
      systemPrompt: `You play the customer in a telephone call that somebody else makes to you. ${plays}`,
      locale: 'en-US',
      turns,
      alreadySaid: '',
      temperature: 0,
      endCallDescription: 'Hang up, once you have said goodbye or have nothing more to say.',
      signal: AbortSignal.timeout(MODEL_SECONDS * 1000),
    });
    let say = '';
    let hangsUp = false;
    for await (const part of parts) {
      if (part.kind === 'text') say += part.text;
      else hangsUp = true;
    }
    turns.push({ sender: 'bot', text: say, timestamp: Date.now() });
    return { ...(say.trim() === '' ? {} : { say: say.trim() }), hang_up: hangsUp };
  };
}
