import type { CallLogs } from '#infra/admin/trace/call-logs.ts';
import { tableStory, type TraceEntry } from '#infra/admin/trace/table-story.ts';
import { findModel } from '#shared/catalog/models.ts';
import { showCall, type ShowCallDeps } from '#shared/app/show-call.ts';
import type { Call, CallConfiguration, CallKey } from '#shared/domain/call/call.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

export interface TraceCallDeps extends ShowCallDeps {
  conversations: ConversationStore;
  wallets: WalletStore;
  logs: CallLogs;
  clock: Clock;
}

export interface CallTrace {
  call: Call;
  /** What the call was started with, without texts of the user. */
  configuration: Record<string, string | number | boolean | null>;
  /** In the order of time. */
  entries: TraceEntry[];
}

/** Clocks of functions and of the logs differ by seconds. */
const BEFORE_MS = 60_000;
/** Webhooks are tried again for some three days. */
const AFTER_MS = 4 * 24 * 3_600_000;

/**
 * The whole story of a call, from everything that is stored and logged about it. What was said is told only when asked for.
 * @throws OpsRefusal when the user has no such call
 */
export async function traceCall(
  { key, withTranscript }: { key: CallKey; withTranscript: boolean },
  deps: TraceCallDeps,
): Promise<CallTrace> {
  const { call, deliveries } = await showCall(key, deps);
  const [configuration, conversation, ledger, lines] = await Promise.all([
    deps.calls.getConfiguration(key),
    call.connectionId === null ? undefined : deps.conversations.read(call.connectionId),
    deps.wallets.ledger(key.userId),
    deps.logs.find({
      ...key,
      connectionId: call.connectionId,
      from: call.createdAt - BEFORE_MS,
      to: Math.min(deps.clock.now(), (call.endedAt ?? deps.clock.now()) + AFTER_MS),
    }),
  ]);
  const entries = tableStory({ call, conversation, deliveries, ledger, withTranscript });
  for (const { at, level, message, fields } of lines) {
    entries.push({ at, source: `log ${level.toLowerCase()}`, what: message, details: fields });
  }
  return {
    call,
    configuration: configuration ? summary(configuration) : {},
    entries: entries.toSorted((one, other) => one.at - other.at),
  };
}

function summary({ assistant, variables }: CallConfiguration): CallTrace['configuration'] {
  const { llmModelId, multimodalModelId } = assistant;
  return {
    assistant_id: assistant.id,
    assistant_version: assistant.version,
    mode: assistant.mode,
    model: findModel(llmModelId ?? multimodalModelId ?? 0)?.name ?? null,
    language: assistant.language,
    voice_id: assistant.voiceId,
    max_duration: assistant.maxDuration,
    max_silence_duration: assistant.maxSilenceDuration,
    record: assistant.record,
    system_prompt_characters: assistant.systemPrompt.length,
    variables: Object.keys(variables).join(', '),
    webhook: assistant.isWebhookActive,
  };
}
