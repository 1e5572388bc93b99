import { XMLParser } from 'fast-xml-parser';
import * as v from 'valibot';
import { CreateAssistantBody } from '#shared/assistants/assistant-body.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { newAssistant } from '#shared/assistants/create-assistant.ts';
import type { SettingField } from '#shared/assistants/settings.ts';
import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { Call } from '#shared/calls/call.ts';
import { newCall } from '#shared/calls/new-call.ts';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { builtInModels, currentModel } from '#shared/catalog/models.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { findPublicVoice } from '#shared/catalog/voices.ts';
import { isGreetingWhole } from '#shared/conversations/interruption.ts';
import { buildScript, findHints } from '#shared/conversations/script.ts';
import { realtimeSessionConfig } from '#shared/integrations/openai/realtime-session.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { createTwilioCarrier } from '#shared/integrations/twilio/twilio-carrier.ts';
import { buildCall } from '#test/support/builders.ts';
import { offered } from '#test/support/tools.ts';

export type Request = Partial<Record<SettingField, unknown>>;

const minimal = {
  pipeline: { voice_id: 1, llm_model: 'gpt-4.1' },
  multimodal: { voice_id: 101, llm_model: 'gpt-realtime' },
} as const;
const carrierCallId = `CA${'1'.padStart(32, '0')}`;
const uuid = '0b9f6a0e-6d6f-4a5c-9d7e-3c1f2b4a5d6e';
const NOON = Date.UTC(2026, 5, 30, 12);

export function assistantOf(mode: EngineMode, sent: Request = {}, changes: Partial<Assistant> = {}): Assistant {
  const request = v.parse(CreateAssistantBody, {
    assistant_name: 'Reception',
    language: 'English',
    calls_direction: 'make',
    timezone: 'Europe/Berlin',
    initial_message: 'Good day.',
    system_prompt: 'You are a receptionist.',
    engine_type: mode,
    ...minimal[mode],
    ...sent,
  });
  const made = newAssistant(request, builtInModels, { id: 2001, userId: 7, uuid, now: NOON });
  return { ...made, ...changes };
}

export const configurationOf = (assistant: Assistant, variables = {}): CallConfiguration => ({
  assistant,
  variables: { ...assistant.variables, ...variables },
});

export function scriptOf(assistant: Assistant, variables = {}) {
  const { locale } = findLanguage(assistant.languageId)!;
  return buildScript({ call: buildCall(), configuration: configurationOf(assistant, variables), locale, now: NOON });
}

/** The call that the assistant makes. */
export function callOf(assistant: Assistant): Call {
  const numbers = {
    clientPhoneNumber: '+12025550100',
    assistantPhoneNumber: '+12025550201',
    carrierAccount: 'default',
  };
  const rates = ratesFor(numbers.clientPhoneNumber);
  return newCall({ callId: 1, type: 'outbound', assistant, ...numbers, available: 1_000_000_000, rates })!;
}

/** What the carrier is told to do with a call of the assistant. */
export async function twimlOf(assistant: Assistant, variables = {}): Promise<string> {
  const answers = createTwilioCallInstructions({
    publicUrl: 'https://api.example.com',
    socketUrl: 'wss://voice.example.com',
    realtimeProjectId: 'proj_1',
    tokenKey: async () => '12345',
  });
  return answers.connectConversation({
    key: { userId: 7, callId: 9001 },
    carrierCallId,
    connectionNumber: 0,
    assistant,
    ...catalogueOf(assistant),
    greeting: scriptOf(assistant, variables).greeting,
    isGreetingWhole: isGreetingWhole(assistant, 'outbound'),
    keepsBegunWords: true,
    hints: findHints(configurationOf(assistant, variables).variables),
    timeLimitSeconds: assistant.maxDuration,
  });
}

type Attributes = Record<string, string | undefined>;

/** The attributes of the first element of a name in a document. */
export function attributesOf(twiml: string, element: string): Attributes {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: false });
  return find(parser.parse(twiml), element) ?? {};
}

function find(node: unknown, element: string): Attributes | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  for (const [name, child] of Object.entries(node)) {
    const found = name === element ? (child as Attributes) : find(child, element);
    if (found) return found;
  }
  return undefined;
}

/** The attributes of `<ConversationRelay>` for an assistant that is made by such a request. */
export const relayOf = async (request: Request = {}): Promise<Attributes> =>
  attributesOf(await twimlOf(assistantOf('pipeline', request)), 'ConversationRelay');

/** The session that the speech model is asked to hold. */
export const sessionOf = (request: Request = {}) => sessionFor(assistantOf('multimodal', request));

function sessionFor(assistant: Assistant) {
  const script = scriptOf(assistant);
  return realtimeSessionConfig({
    model: currentModel(assistant.multimodalModelId ?? 0, builtInModels, NOON)!.providerModel,
    assistant,
    ...catalogueOf(assistant),
    script,
    tools: { url: 'https://api.example.com/tools', token: 't', offered: offered({ ...script, mode: 'multimodal' }) },
  });
}

const catalogueOf = ({ voiceId, languageId }: Assistant) => ({
  voice: findPublicVoice(voiceId)!,
  language: findLanguage(languageId)!,
});

/** The parameters by which the carrier is asked to dial. */
export async function dialOf(timeLimitSeconds: number, ringSeconds = 30): Promise<URLSearchParams> {
  let sent = new URLSearchParams();
  const carrier = createTwilioCarrier(async (_method, _path, parameters) => {
    sent = parameters ?? sent;
    return { kind: 'unsent', reason: 'not dialled' };
  }, 'https://api.example.com');
  const key = { userId: 7, callId: 9001 };
  await carrier.dial({
    key,
    to: '+12025550100',
    from: '+12025550001',
    timeLimitSeconds,
    ringSeconds,
    expectsMessage: false,
  });
  return sent;
}

/** Everything that is told to the carrier and the model about a call of the assistant. */
export async function wireOf(assistant: Assistant): Promise<unknown> {
  const twiml = await twimlOf(assistant);
  return assistant.mode === 'pipeline'
    ? { twiml, script: scriptOf(assistant) }
    : { twiml, session: sessionFor(assistant) };
}
