import type { ComponentChildren, JSX } from 'preact';
import { carrierText, webhookText } from './event-words.ts';
import { listStackEvents, type StackEvents } from '../requests/stack/list-stack-events.ts';
import { useQuery } from '../service/query.ts';
import { Badge, Card, Page } from '../ui/page.tsx';
import { Phone, Time } from '../ui/record-parts.tsx';
import { Loaded } from '../ui/states.tsx';

const LOOK_MS = 1000;

/** What happens on a local stack, as it happens: webhooks that were received, and calls at the simulated carrier. */
export function EventLogPage(): JSX.Element {
  const events = useQuery(listStackEvents(), { every: LOOK_MS });
  return (
    <Page title="Event log" lead="The webhooks and the carrier of this local stack, the newest event first.">
      <Loaded of={events}>
        {({ webhooks, carrier }) => (
          <div class="columns">
            <Events
              title="Webhooks received"
              none="No webhook was received yet. Give an assistant a webhook URL, and make a call."
            >
              {webhooks.map(webhookRow)}
            </Events>
            <Events title="Carrier simulator" none="No call was made yet.">
              {carrier.map(carrierRow)}
            </Events>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Events({
  title,
  none,
  children,
}: {
  title: string;
  none: string;
  children: ComponentChildren[];
}): JSX.Element {
  return (
    <Card title={title}>
      {children.length === 0 ? <p class="soft">{none}</p> : <ul class="plain stack events">{children}</ul>}
    </Card>
  );
}

function webhookRow(webhook: StackEvents['webhooks'][number]): JSX.Element {
  return (
    <li key={`${webhook.receivedAt} ${webhook.path}`}>
      <Badge tone={webhook.verified ? 'good' : 'bad'}>{webhook.verified ? 'signed' : 'not signed'}</Badge>{' '}
      {webhookText(webhook)}
      <div class="small soft">
        <Time at={webhook.receivedAt} /> <code class="url">{webhook.path}</code>
      </div>
    </li>
  );
}

function carrierRow({ at, to, type, data }: StackEvents['carrier'][number], index: number): JSX.Element {
  return (
    <li key={`${at} ${type} ${index}`}>
      {type} <span class="soft">{carrierText(data)}</span>
      <div class="small soft">
        <Time at={new Date(at).toISOString()} /> <Phone of={to} />
      </div>
    </li>
  );
}
