import type { DeadLetterQueue } from '#infra/admin/dead-letter-queue.ts';
import type { ProgressBar } from '#infra/admin/import/progress-bar.ts';
import type { Printout } from '#infra/admin/output.ts';
import type { CallLogs } from '#infra/admin/trace/call-logs.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ConversationStore } from '#shared/ports/conversation-store.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { Secrets } from '#shared/ports/secrets.ts';
import type { TokenStore } from '#shared/ports/token-store.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { VoiceStore } from '#shared/ports/voice-store.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';

/** The dependencies of the commands. */
export interface AdminDeps {
  users: UserStore;
  wallets: WalletStore;
  tokens: TokenStore;
  phoneNumbers: PhoneNumberStore;
  campaigns: CampaignStore;
  leads: LeadStore;
  doNotCall: DoNotCallStore;
  voices: VoiceStore;
  calls: CallStore;
  conversations: ConversationStore;
  deliveries: WebhookDeliveryStore;
  queue: Queue;
  /** The numbers of the carrier's account. Needs the account only when it is called. */
  carrierNumbers(): Pick<Carrier, 'findNumber' | 'pointNumber'>;
  /** The origin of the service; undefined where it is not set. */
  publicUrl: string | undefined;
  deadLetters: DeadLetterQueue;
  logs: CallLogs;
  secrets: Secrets;
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
