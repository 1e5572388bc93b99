import type { Assistant } from '@ringback/client';
import { Webhook } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { DeliveryCard } from './delivery-card.tsx';
import { SecretCard } from './secret-card.tsx';
import { SmsWebhookCard } from './sms-webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { listAllAssistants } from '../requests/assistants/list-all-assistants.ts';
import { listRecentDeliveries } from '../requests/webhooks/list-recent-deliveries.ts';
import { useQuery } from '../service/query.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge, Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

/** Finished calls, and SMS, whose deliveries are shown. */
const RECENT = 10;
const AGAIN_MS = 5000;

/** Where finished calls are posted to, by assistant, and how that went lately. */
export function WebhooksPage(): JSX.Element {
  const [edited, setEdited] = useState<Assistant>();
  const assistants = useQuery(listAllAssistants());
  return (
    <Page
      title="Webhooks"
      lead="When a call is over, the service posts its signed record to your server. Each assistant has its own address. Events of SMS have one for the account."
    >
      <div class="stack">
        <Card title="Addresses" flush>
          <Loaded of={assistants}>
            {(all) => (
              <DataTable
                caption="Webhooks of the assistants"
                columns={columnsOf(setEdited)}
                rows={all}
                keyOf={({ id }) => id}
                empty={<NoAssistants />}
              />
            )}
          </Loaded>
        </Card>
        <SmsWebhookCard />
        <SecretCard />
        <RecentDeliveries />
      </div>
      {edited === undefined ? null : <WebhookDialog assistant={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

function NoAssistants(): JSX.Element {
  const create = (
    <Link class="button primary" href="/assistants/new">
      Create an assistant
    </Link>
  );
  return (
    <Empty icon={<Webhook aria-hidden="true" />} title="No assistants yet" actions={create}>
      Webhooks belong to an assistant.
    </Empty>
  );
}

const columnsOf = (edit: (assistant: Assistant) => void): ReadonlyArray<Column<Assistant>> => [
  { title: 'Assistant', cell: ({ name }) => <strong>{name}</strong> },
  {
    title: 'After every call',
    cell: (one) => <Address url={one.webhook_url} isOn={one.is_webhook_active} />,
    bare: true,
  },
  {
    title: 'After inbound calls',
    cell: ({ inbound_webhook_url: url }) => <Address url={url} isOn={url !== null} />,
    bare: true,
  },
  {
    title: '',
    cell: (assistant) => (
      <button
        type="button"
        class="button small"
        aria-label={`Change the webhooks of ${assistant.name}`}
        onClick={() => edit(assistant)}
      >
        Change
      </button>
    ),
    end: true,
  },
];

function Address({ url, isOn }: { url: string | null; isOn: boolean }): JSX.Element {
  if (!isOn || url === null) return <Badge>Off</Badge>;
  return <code class="url">{url}</code>;
}

/** The deliveries of the last calls and SMS, with replay. */
function RecentDeliveries(): JSX.Element {
  const deliveries = useQuery(listRecentDeliveries(RECENT), { every: AGAIN_MS });
  return (
    <Card title="Latest deliveries">
      <Loaded of={deliveries} lines={4}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="Nothing was delivered yet">
              The deliveries of your last {RECENT} calls and {RECENT} SMS appear here, with every attempt and its
              answer.
            </Empty>
          ) : (
            <ul class="plain stack">
              {list.map((delivery) => (
                <DeliveryCard key={delivery.id} delivery={delivery} hasCall />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
