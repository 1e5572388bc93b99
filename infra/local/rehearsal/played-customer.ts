import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { isGoodbye, personaOf, replyTo } from '#infra/local/carrier-simulator/callees/replies.ts';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';
import type { Rehearsal } from '#infra/local/rehearsal/rehearsal.ts';
import { createCatalogueLanguageModel } from '#shared/adapters/ai-sdk/catalogue-language-model.ts';
import { findModelByName } from '#shared/catalog/models.ts';
import type { TranscriptTurn } from '#shared/domain/call/call.ts';
import { logger } from '#shared/runtime/logger.ts';

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

interface Prompting {
  say?: string | undefined;
  hang_up?: boolean;
}

/** Answers what a customer says to what was heard. */
type PlayedCustomer = (heard: string) => Promise<Prompting>;

const Question = v.pipe(v.string(), v.parseJson(), v.object({ number: v.string(), heard: v.string() }));

/** Where the simulated telephones of played customers ask what to say. */
export class CustomerServer {
  readonly #customers = new Map<string, PlayedCustomer>();
  readonly #server: Server;
  readonly #onProblem: (number: string, problem: string) => void;

  constructor(onProblem: (number: string, problem: string) => void) {
    this.#onProblem = onProblem;
    this.#server = createServer((request, response) => {
      void (async () => {
        const prompting = await this.#answer(request);
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(prompting));
      })();
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('nobody listens for customers');
    return `http://127.0.0.1:${address.port}/`;
  }

  put(number: string, customer: PlayedCustomer): void {
    this.#customers.set(number, customer);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  /** A customer that fails hangs up, and the rehearsal is told why. */
  async #answer(request: IncomingMessage): Promise<Prompting> {
    const { number, heard } = v.parse(Question, await text(request));
    try {
      return (await this.#customers.get(number)?.(heard)) ?? { hang_up: true };
    } catch (error) {
      this.#onProblem(number, error instanceof Error ? error.message : String(error));
      return { hang_up: true };
    }
  }
}
