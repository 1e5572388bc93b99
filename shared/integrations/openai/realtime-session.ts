import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Language } from '#shared/catalog/languages.ts';
import { publicVoices, type Voice } from '#shared/catalog/voices.ts';
import { cleanSpeech } from '#shared/conversations/clean-speech.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { repromptsOnIdleTimeout, type RealtimeTools, type RealtimeUtterance } from '#shared/realtime/realtime-calls.ts';
import type { OfferedTool } from '#shared/tools/tool.ts';

export interface RealtimeSessionConfigInput {
  model: string;
  assistant: Assistant;
  voice: Voice;
  language: Language;
  script: ConversationScript;
  tools?: RealtimeTools | undefined;
  isMuted?: boolean;
}

/** A shorter silence ends a turn between two words. The default, 0.5, is the provider's of 500 ms. */
const SHORTEST_SILENCE_MS = 300;
/** By endpoint sensitivity 0–5. Low waits up to 8 s, medium 4 s, high 2 s. */
const EAGERNESS = ['high', 'high', 'medium', 'medium', 'low', 'low'] as const;
const DEFAULT_VOICE = 'alloy';

/** The carrier has the transcript: https://platform.openai.com/docs/api-reference/realtime-calls/accept-call */
export function realtimeSessionConfig({
  model,
  assistant,
  voice,
  language,
  script,
  tools,
  isMuted = false,
}: RealtimeSessionConfigInput) {
  return {
    type: 'realtime',
    model,
    instructions: realtimeInstructions(assistant, language, script, tools?.offered ?? []),
    output_modalities: ['audio'],
    audio: {
      input: {
        noise_reduction: assistant.noiseCancellation ? { type: 'near_field' } : null,
        turn_detection: turnDetection(assistant, { isMuted }),
      },
      output: { voice: spokenVoice(voice), speed: assistant.speechSpeed },
    },
    tools: tools === undefined || tools.offered.length === 0 ? [] : [toolServer(tools)],
    tool_choice: 'auto',
  } as const;
}

/** @param how `isPatient`: without a question into a silence */
export function turnDetection(
  assistant: Assistant,
  { isMuted = false, isPatient = false }: { isMuted?: boolean; isPatient?: boolean } = {},
) {
  // While muted, a late «Hello?» must not interrupt the greeting either.
  const answers = {
    create_response: !isMuted,
    interrupt_response: assistant.allowInterruptions && !isMuted,
  } as const;
  if (assistant.endpointType === 'ai') {
    return { type: 'semantic_vad', eagerness: pick(EAGERNESS, assistant.endpointSensitivity), ...answers } as const;
  }
  return {
    type: 'server_vad',
    threshold: assistant.turnDetectionThreshold ?? speechThreshold(assistant.interruptSensitivity),
    silence_duration_ms: Math.max(SHORTEST_SILENCE_MS, Math.round(assistant.endpointSensitivity * 1000)),
    ...(repromptsOnIdleTimeout(assistant) && !isMuted && !isPatient
      ? { idle_timeout_ms: assistant.reengagementInterval * 1000 }
      : {}),
    ...answers,
  } as const;
}

/** 0.8 needs loud speech. The setting's default of 0.5 is the provider's default, which is also 0.5. */
function speechThreshold(interruptSensitivity: number): number {
  const above = interruptSensitivity - 0.5;
  return Number((above < 0 ? 0.5 - above * 0.6 : 0.5 - (above * 0.2) / 4.5).toFixed(2));
}

/** A remote MCP server is called by the model: the service keeps no connection open during the call. */
function toolServer({ offered, url, token }: RealtimeTools) {
  return {
    type: 'mcp',
    server_label: 'telephone',
    server_url: url,
    authorization: token,
    allowed_tools: offered.map(({ name }) => name),
    require_approval: 'never',
  } as const;
}

/** Another provider's voice occurs only if the assistant's own voice was removed. */
function spokenVoice(voice: Voice): string {
  if (voice.provider === 'OpenAI') return voice.providerVoice;
  return publicVoices.find(({ provider }) => provider === 'OpenAI')?.providerVoice ?? DEFAULT_VOICE;
}

function pick<Value>(steps: readonly [Value, ...Value[]], sensitivity: number): Value {
  return steps[Math.min(steps.length - 1, Math.max(0, Math.round(sensitivity)))] ?? steps[0];
}

/** The assistant's prompt comes first, so that it takes precedence over the general rules. */
function realtimeInstructions(
  assistant: Assistant,
  language: Language,
  script: ConversationScript,
  tools: readonly OfferedTool[],
): string {
  const parts = [
    script.systemPrompt,
    `You are speaking on the telephone. Speak ${language.name} (${language.locale}), and no other language unless the ` +
      'customer asks for it. Answer in one to three short sentences, as people talk, and say numbers and dates as they are spoken.',
    opening(script.greeting),
    ...(script.reengagementPrompt === undefined ? [] : [repromptInstructions(script.reengagementPrompt)]),
    ...(assistant.fillers ? [fillers(assistant)] : []),
    ...tools.flatMap(({ instructions }) => instructions ?? []),
  ];
  return parts.join('\n\n');
}

export function utteranceInstructions(words: RealtimeUtterance): string {
  if (words.kind === 'greeting') return `Say exactly this, word for word, and nothing else: ${quoted(words.text)}`;
  if (words.kind === 'reprompt') return repromptInstructions(words.prompt);
  if (words.kind !== 'farewell') return `Say this in your own voice and nothing else: «${words.text}»`;
  return (
    `The call ends now. Say goodbye in one short sentence in ${words.language.name}, fitting what was said last. ` +
    'Ask nothing, and call no tool.'
  );
}

function repromptInstructions(prompt: string): string {
  return `If the customer has been silent for a while, speak to them in one or two short sentences. These are your instructions for that: ${prompt}`;
}

function opening(greeting: string | null): string {
  return greeting === null
    ? 'The customer speaks first: wait until you are spoken to.'
    : `The call begins with your words ${quoted(greeting)}. You will be asked to say them; do not repeat them later.`;
}

/** A greeting holds variables: none of them may end the quotation. */
function quoted(text: string): string {
  return `«${text.replaceAll(/[«»]/gu, '"').replaceAll(/\s+/gu, ' ')}»`;
}

function fillers({ fillerConfig }: Assistant): string {
  const examples = fillerConfig.neutral
    .map((phrase) => cleanSpeech(phrase).trim())
    .filter((phrase) => phrase !== '')
    .slice(0, 3)
    .map((phrase) => `«${phrase}»`);
  const such = examples.length === 0 ? '' : `, such as ${examples.join(', ')}`;
  return `When you need a moment before you can answer, say a few words first${such}.`;
}
