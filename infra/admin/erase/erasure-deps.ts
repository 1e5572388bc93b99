import type { RecordingObjects } from '#infra/admin/erase/recording-objects.ts';
import type { TokenStore, UserStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { DialQueue } from '#shared/calls/dial-queue.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import type { CampaignDeps } from '#shared/campaigns/dialler.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import type { Table } from '#shared/platform/table/table.ts';
import type { CarrierRecordingsOf, RecordingLinks } from '#shared/recordings/recording.ts';
import type { ToolUseStore } from '#shared/tools/tool-use.ts';
import type { WebhookDeliveryStore } from '#shared/webhooks/webhook.ts';

/** What erasing and exporting need beside the stores: the table as it lies there, the bucket, the carrier. */
export interface ErasureDeps extends Pick<CampaignDeps, 'campaigns' | 'leads'> {
  calls: CallStore;
  callList: CallList;
  conversations: ConversationStore;
  toolUses: ToolUseStore;
  deliveries: WebhookDeliveryStore;
  carrier: CarrierOf<Carrier>;
  dialQueue: DialQueue;
  queue: Queue;
  clock: Clock;
  doNotCall: Pick<DoNotCallStore, 'erase'>;
  table: Table;
  users: UserStore;
  tokens: TokenStore;
  assistants: AssistantStore;
  phoneNumbers: PhoneNumberStore;
  secrets: Secrets;
  recordings: RecordingLinks;
  carrierRecordings: CarrierRecordingsOf;
  /** The name of the bucket of `objects`. */
  bucket: string;
  objects: RecordingObjects;
  pause: (milliseconds: number) => Promise<void>;
}
