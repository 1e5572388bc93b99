import { realtimeInstructions } from '#shared/adapters/openai/realtime-instructions.ts';
import { findModel } from '#shared/catalog/models.ts';
import { publicVoices } from '#shared/catalog/voices.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { ConversationScript } from '#shared/domain/conversation/conversation.ts';
import { breaksSilenceItself } from '#shared/domain/conversation/realtime-silence.ts';
import type { Language } from '#shared/domain/language/language.ts';
import type { Voice } from '#shared/domain/voice/voice.ts';

export interface RealtimeSessionInput {
  assistant: Assistant;
  voice: Voice;
  language: Language;
  script: ConversationScript;
  /** Where the model ends the call, with what it shows there; left out when the assistant may not end calls. */
  tools?: { url: string; token: string } | undefined;
  /** Whether the model says nothing by itself at first; left out: it does. */
  isMuted?: boolean;
}

/** Milliseconds of silence that end the customer's turn, by endpoint sensitivity 0–5. */
const SILENCE_DURATION_MS = [1000, 860, 720, 580, 440, 300] as const;
/** How eagerly the turn-taking model takes its turn, by endpoint sensitivity 0–5. */
const EAGERNESS = ['low', 'low', 'medium', 'medium', 'high', 'high'] as const;
/** How loud a sound must be to count as speech, by interrupt sensitivity 0–5. */
const SPEECH_THRESHOLD = [0.8, 0.7, 0.6, 0.5, 0.4, 0.3] as const;
const DEFAULT_MODEL = 'gpt-realtime';
const DEFAULT_VOICE = 'alloy';

/**
 * What an assistant's settings mean to a Realtime session; it is the body that accepts a call. Fields and values:
 * https://platform.openai.com/docs/api-reference/realtime-calls/accept-call. There is no input transcription: the transcript is the carrier's,
 * and would be paid for twice.
 */
export function realtimeSession({ assistant, voice, language, script, tools, isMuted = false }: RealtimeSessionInput) {
  const model = findModel(assistant.multimodalModelId ?? 0);
  return {
    type: 'realtime',
    model: model?.mode === 'multimodal' ? model.providerModel : DEFAULT_MODEL,
    instructions: realtimeInstructions(assistant, language, script),
    output_modalities: ['audio'],
    audio: {
      input: {
        noise_reduction: assistant.noiseCancellation ? { type: 'near_field' } : null,
        turn_detection: turnDetection(assistant, isMuted),
      },
      output: { voice: spokenVoice(voice), speed: assistant.speechSpeed },
    },
    tools: toolServers(tools, script),
    tool_choice: 'auto',
  } as const;
}

/** When the model takes its turn, and who can take it away again. */
export function turnDetection(assistant: Assistant, isMuted = false) {
  // A customer's «Hello?» that comes late must not cut off a greeting that has not been heard yet.
  const answers = {
    create_response: !isMuted,
    interrupt_response: assistant.allowInterruptions && !isMuted,
  } as const;
  if (assistant.endpointType === 'ai') {
    return { type: 'semantic_vad', eagerness: pick(EAGERNESS, assistant.endpointSensitivity), ...answers } as const;
  }
  return {
    type: 'server_vad',
    threshold: pick(SPEECH_THRESHOLD, assistant.interruptSensitivity),
    silence_duration_ms: pick(SILENCE_DURATION_MS, assistant.endpointSensitivity),
    ...(breaksSilenceItself(assistant) && !isMuted ? { idle_timeout_ms: assistant.reengagementInterval * 1000 } : {}),
    ...answers,
  } as const;
}

function toolServers(tools: RealtimeSessionInput['tools'], { endCallDescription, canRefuseCalls }: ConversationScript) {
  const allowed = [
    ...(endCallDescription === null ? [] : ['end_call' as const]),
    ...(canRefuseCalls ? ['do_not_call' as const] : []),
  ];
  return tools === undefined || allowed.length === 0 ? [] : [toolServer(tools, allowed)];
}

/** The model calls the tools at our own server, so that nobody has to listen in for the whole call. */
function toolServer({ url, token }: { url: string; token: string }, allowed: Array<'end_call' | 'do_not_call'>) {
  return {
    type: 'mcp',
    server_label: 'telephone',
    server_url: url,
    authorization: token,
    allowed_tools: allowed,
    require_approval: 'never',
  } as const;
}

/** A voice of another provider cannot speak here; it comes only when the assistant's own was removed. */
function spokenVoice(voice: Voice): string {
  if (voice.provider === 'OpenAI') return voice.providerVoice;
  return publicVoices.find(({ provider }) => provider === 'OpenAI')?.providerVoice ?? DEFAULT_VOICE;
}

function pick<Value>(steps: readonly [Value, ...Value[]], sensitivity: number): Value {
  return steps[Math.min(steps.length - 1, Math.max(0, Math.round(sensitivity)))] ?? steps[0];
}
