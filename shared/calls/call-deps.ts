import type { UserStore, WalletStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { CallList } from '#shared/calls/call-list.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallInstructions, CarrierOf } from '#shared/calls/carrier.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import type { ModelCatalogue } from '#shared/catalog/models.ts';
import type { VoiceStore } from '#shared/catalog/voices.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import type { LanguageModel } from '#shared/conversations/language-model.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { RecordingPolicy } from '#shared/recordings/recording.ts';
import type { WebhookDeliveryStore } from '#shared/webhooks/webhook.ts';

/** The dependencies of all operations on calls. Each operation picks those that it uses. */
export interface CallDeps {
  assistants: AssistantStore;
  callList: CallList;
  calls: CallStore;
  carrier: CarrierOf;
  clock: Clock;
  conversations: ConversationStore;
  deliveries: WebhookDeliveryStore;
  dialQueue: DialQueue;
  ids: IdSource;
  instructions: CallInstructions;
  languageModel: LanguageModel;
  logger: Logger;
  metrics: Metrics;
  models: ModelCatalogue;
  phoneNumbers: PhoneNumberStore;
  queue: Queue;
  recordingPolicy: RecordingPolicy;
  timer: Timer;
  users: UserStore;
  voices: VoiceStore;
  wallets: WalletStore;
}
