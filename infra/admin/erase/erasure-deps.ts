import type { RecordingObjects } from '#infra/admin/erase/recording-objects.ts';
import type { TokenStore, UserStore } from '#shared/accounts/account.ts';
import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { CallDeps } from '#shared/calls/call-store.ts';
import type { CampaignDeps } from '#shared/campaigns/dialler.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import type { Table } from '#shared/platform/table/table.ts';
import type { CarrierRecordingsOf, RecordingLinks } from '#shared/recordings/recording.ts';

/** What erasing and exporting need beside the stores: the table as it lies there, the bucket, the carrier. */
export interface ErasureDeps
  extends
    Pick<CallDeps, 'calls' | 'callList' | 'conversations' | 'deliveries' | 'carrier' | 'dialQueue' | 'queue' | 'clock'>,
    Pick<CampaignDeps, 'campaigns' | 'leads'> {
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
