import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Consent, shown, withoutConsent } from './consent.ts';

/** Fields that change what an assistant says, hears, writes down and how long it talks. */
const harmless = new Set(
  `assistant_name voice_id language llm_model calls_direction engine_type timezone initial_message system_prompt fallback_models
  llm_temperature voice_stability voice_similarity speech_speed noise_cancellation ambient_sound_volume variables end_call_tool
  end_call_tool.description who_speaks_first allow_interruptions use_min_interrupt_words min_interrupt_words endpoint_type
  endpoint_sensitivity interrupt_sensitivity turn_detection_threshold transcriber_provider_id filler_audios re_engagement_interval max_silence_duration max_call_duration
  end_call_on_voicemail record_call post_call_evaluation post_call_schema name language_id llm_model_id multimodal_model_id type mode
  ringing_time max_initial_silence_duration reengagement_prompt
  greeting_interruptible voice_mail_message max_hold_duration enable_noise_cancellation wait_for_customer fillers reengagement_interval max_duration record`.split(
    /\s+/,
  ),
);

interface Effect {
  effect: string;
  /** The values that only end the effect. */
  ends: readonly unknown[];
}

const SENDS = 'Ringback then sends data of its calls to the address of the webhook.';

const effects: ReadonlyMap<string, Effect> = new Map([
  ['webhook_url', { effect: SENDS, ends: [null] }],
  ['is_webhook_active', { effect: SENDS, ends: [null, false] }],
  ['include_recording_in_webhook', { effect: SENDS, ends: [false] }],
  ['send_webhook_only_on_completed', { effect: SENDS, ends: [null, true] }],
  ['tool_ids', { effect: 'Calls then send what customers say to the servers of these tools.', ends: [null] }],
  ['widget_settings', { effect: 'Pages may then let visitors call, which costs money.', ends: [null] }],
  ['phone_number_id', { effect: 'Calls of this number then reach the assistant, and cost money.', ends: [null] }],
]);

const UNKNOWN: Effect = { effect: 'It may send data elsewhere, or cost money.', ends: [] };

/**
 * Asks the user to agree to those settings of an assistant that send data elsewhere or cost money. A setting that is not known here is one of
 * them. Returns the refusal, or undefined if the user has agreed, or need not agree to any of them.
 * @param what `Create the assistant "Reception"`
 */
export async function withoutSettingsConsent(
  server: McpServer,
  what: string,
  settings: Record<string, unknown>,
  consent: Consent,
): Promise<CallToolResult | undefined> {
  const asked = effectOf(settings);
  return asked && withoutConsent(server, { action: `${what}: ${asked.changes}`, effect: asked.effect }, consent);
}

function effectOf(settings: Record<string, unknown>): { changes: string; effect: string } | undefined {
  const asked = Object.entries(settings).flatMap(([name, value]) => {
    if (harmless.has(name)) return [];
    const { effect, ends } = effects.get(name) ?? UNKNOWN;
    return ends.includes(value) ? [] : [{ change: `${plain(name)} ${shown(value)}`, effect }];
  });
  if (asked.length === 0) return undefined;
  return {
    changes: asked.map(({ change }) => change).join(', '),
    effect: [...new Set(asked.map(({ effect }) => effect))].join(' '),
  };
}

const plain = (name: string) => (/^[a-z_.]+$/.test(name) ? name : shown(name));
