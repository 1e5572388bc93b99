import { type CallDetail, isOpen } from '@ringback/client';
import type { JSX } from 'preact';
import { DeliveryCard } from './delivery-card.tsx';
import { listCallDeliveries } from '../requests/webhooks/list-call-deliveries.ts';
import { useQuery } from '../service/query.ts';
import { Loaded } from '../ui/states.tsx';

const PENDING_MS = 2000;

/** The webhooks that were sent for a call, with every attempt. */
export function CallDeliveries({ call }: { call: CallDetail }): JSX.Element {
  if (isOpen(call)) return <p class="soft">Webhooks are sent when the call is over.</p>;
  return <Deliveries callId={call.id} />;
}

function Deliveries({ callId }: { callId: number }): JSX.Element {
  const deliveries = useQuery(listCallDeliveries(callId), {
    every: (list) => (list.some(({ status }) => status === 'pending') ? PENDING_MS : undefined),
  });
  return (
    <Loaded of={deliveries} lines={2}>
      {(list) =>
        list.length === 0 ? (
          <p class="soft">No webhook was sent. The assistant has none, or it has one for answered calls only.</p>
        ) : (
          <ul class="plain stack">
            {list.map((delivery) => (
              <DeliveryCard key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
