import type { DailyHours } from '#shared/domain/campaign/calling-hours.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { CallStore } from '#shared/ports/call-store.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DialerStore } from '#shared/ports/dialer-store.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';
import type { Queue } from '#shared/ports/queue.ts';
import type { Timer } from '#shared/ports/timer.ts';
import type { UserStore } from '#shared/ports/user-store.ts';
import type { WalletStore } from '#shared/ports/wallet-store.ts';

/** What the dialer of campaigns works with. */
export interface DialerDeps {
  campaigns: CampaignStore;
  leads: LeadStore;
  dialer: DialerStore;
  calls: CallStore;
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
  users: UserStore;
  wallets: WalletStore;
  doNotCall: DoNotCallStore;
  carrier: Carrier;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  ids: IdSource;
  logger: Logger;
  metrics: Metrics;
  /** When people may be called whatever a campaign says. */
  callingHours: DailyHours;
}
