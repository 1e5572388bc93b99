import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { isGoodbye, personaOf, replyTo } from '@ringback/simulators/twilio/callees/replies.ts';
import * as v from 'valibot';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';
import type { Rehearsal } from '#infra/local/rehearsal/rehearsal.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import { builtInModels, findModelByName } from '#shared/catalog/models.ts';
import { assistantToolsOf, endCallTool } from '#shared/conversations/end-call-tool.ts';
import { createCatalogueLanguageModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { clock } from '#shared/platform/clock.ts';
import { offeredTools } from '#shared/tools/tool.ts';

export interface PlayedBy {
  /** A description of the customer, for the model. */
  plays: string;
  /** Of the catalogue. */
  model: string;
  maxTurns: number;
  number: string;
  environment: Record<string, string | undefined>;
}

const GOODBYE = 'That is all, thank you. Goodbye.';
const MODEL_SECONDS = 20;

/** @throws BadInput when the model of a customer is unknown, or cannot be reached from this machine */
export function requirePlayers(rehearsals: readonly Rehearsal[], environment: PlayedBy['environment']): void {
  for (const { customer } of rehearsals) {
    const { plays, model, max_turns: maxTurns } = customer;
    if (plays !== undefined) playedCustomer({ plays, model, maxTurns, number: '', environment });
  }
}

/** A customer that a model plays. The built-in model answers according to fixed rules, other models by the description. */
export function playedCustomer(by: PlayedBy): PlayedCustomer {
  const entry = findModelByName(by.model, builtInModels);
  if (entry?.mode !== 'pipeline') throw new BadInput(`there is no model ${by.model} to play a customer`);
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
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: served } = environment;
  if (!key && !baseUrl) throw new BadInput('a customer played by a model needs OPENAI_API_KEY or OPENAI_BASE_URL');
  const openai = { apiKey: async () => key ?? 'none', baseUrl, model: served };
  const access = {
    openai: true,
    bedrock: undefined,
    local: false,
    speech: false,
    isSpeechSimulated: false,
    rehearsal: false,
  };
  const models = { list: async () => builtInModels, access };
  const model = createCatalogueLanguageModel({ models, providers: () => ({ openai }), clock: clock() });
  const turns: TranscriptTurn[] = [];
  let turn = 0;
  return async (heard) => {
    turn += 1;
    if (turn > maxTurns) return { say: GOODBYE, hang_up: true };
    // The model plays the customer, so that the assistant is its `human`.
    turns.push({ sender: 'human', text: heard || '(Silence.)', timestamp: Date.now() });
    const parts = model.reply({
      modelId,
      systemPrompt: `You play the customer in a phone call that an assistant makes to you. ${plays}`,
      locale: 'en-US',
      turns,
      alreadySaid: '',
      temperature: 0,
      tools: HANG_UP,
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

/** The model that plays the customer hangs up by the tool with which an assistant does. */
const HANG_UP = offeredTools([endCallTool], {
  mode: 'pipeline',
  assistantTools: assistantToolsOf('Hang up, once you have said goodbye or have nothing more to say.'),
  isCampaign: false,
});

interface CustomerReply {
  say?: string | undefined;
  hang_up?: boolean;
}

/** Returns the customer's answer to the assistant's text. */
type PlayedCustomer = (heard: string) => Promise<CustomerReply>;

const Question = v.pipe(v.string(), v.parseJson(), v.object({ number: v.string(), heard: v.string() }));

export type CustomerServer = Awaited<ReturnType<typeof startCustomerServer>>;

/** The HTTP server that the carrier simulator asks what played customers say. */
export async function startCustomerServer(onProblem: (number: string, problem: string) => void) {
  const customers = new Map<string, PlayedCustomer>();
  /** A customer that fails hangs up, and the rehearsal reports the error. */
  const answer = async (request: IncomingMessage): Promise<CustomerReply> => {
    const { number, heard } = v.parse(Question, await text(request));
    try {
      return (await customers.get(number)?.(heard)) ?? { hang_up: true };
    } catch (error) {
      onProblem(number, error instanceof Error ? error.message : String(error));
      return { hang_up: true };
    }
  };
  const server = createServer((request, response) => {
    void (async () => {
      const reply = await answer(request);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    })();
  });
  const { url, stop } = await listen(server);
  return {
    url: `${url}/`,
    put(number: string, customer: PlayedCustomer): void {
      customers.set(number, customer);
    },
    stop,
  };
}
