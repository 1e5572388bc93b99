import type { Printout } from '#clients/cli/src/output.ts';
import type { AuditLog } from '#infra/admin/audit/audit-log.ts';
import type { WrittenItems } from '#infra/admin/audit/written-items.ts';
import type { DeadLetterQueue } from '#infra/admin/deps/dead-letter-queue.ts';
import type { VoiceSamples } from '#infra/admin/deps/voice-samples.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import type { CallLogs } from '#infra/text/call-logs.ts';
import type { TokenStore, UserStore, WalletStore } from '#shared/accounts/account.ts';
import type { UsageStore } from '#shared/accounts/usage.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { EndCallDeps } from '#shared/call-life/end-call.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import type { CampaignStore } from '#shared/campaigns/campaign.ts';
import type { LeadStore } from '#shared/campaigns/lead.ts';
import type { ModelStore } from '#shared/catalog/models.ts';
import type { VoiceStore } from '#shared/catalog/voices.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { DestinationDeps } from '#shared/destinations/destinations.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { CarrierNumbers, CarrierPermissions } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { GuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import type { ToolUseStore } from '#shared/tools/tool-use.ts';
import type { EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';
import type { WebhookDeliveryStore } from '#shared/webhooks/webhook.ts';

/** The dependencies of the commands. */
export interface AdminDeps {
  users: UserStore;
  wallets: WalletStore;
  tokens: TokenStore;
  phoneNumbers: PhoneNumberStore;
  campaigns: CampaignStore;
  leads: LeadStore;
  destinations: Pick<DestinationDeps, 'rules'>;
  doNotCall: DoNotCallStore;
  voices: VoiceStore;
  /** Needs the bucket of the studio in AWS, so only when it is called. */
  voiceSamples: () => VoiceSamples;
  models: ModelStore;
  calls: CallStore;
  callList: CallList;
  assistants: AssistantStore;
  transport: GuardedTransport;
  /** Whether webhooks may be sent to this machine. */
  allowLoopback: boolean;
  /** What ends a call. Needs the carrier's account. */
  ending: () => EndCallDeps;
  pause: (milliseconds: number) => Promise<void>;
  conversations: ConversationStore;
  toolUses: ToolUseStore;
  deliveries: WebhookDeliveryStore;
  endpoints: EndpointHealthStore;
  queue: Queue;
  /** The carrier accounts of the target, by name. */
  carrierAccounts: () => string[];
  /** The numbers of a carrier account. Needs the account only when it is called. */
  carrierNumbers(account: string): CarrierNumbers;
  carrierPermissions: (account: string) => CarrierPermissions;
  /** The origin of the service; undefined where it is not set. */
  publicUrl: string | undefined;
  deadLetters: DeadLetterQueue;
  logs: CallLogs;
  secrets: Secrets;
  /** Erasing and exporting. Needs the carrier's account and the bucket, so only when it is called. */
  erasure: () => ErasureDeps;
  usage: UsageStore;
  audit: AuditLog;
  /** What this run has written until now. */
  written: () => WrittenItems;
  /** Who runs the command, for the audit log. */
  operator: () => Promise<string>;
  clock: Clock;
  ids: IdSource;
}

/** One run of the command line. */
export interface Session {
  /** Connects to the table that the options name, on the first use. */
  deps(): Promise<AdminDeps>;
  /** Prints tables, or JSON with `--json`. */
  print(printout: Printout): void;
  /** Shows the progress of a long command on a terminal. */
  progress: ProgressBar;
}
