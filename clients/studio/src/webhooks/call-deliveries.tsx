import type { CallDetail, Delivery } from '@ringback/client';
import type { JSX } from 'preact';
import { DeliveryCard } from './delivery-card.tsx';
import { api } from '../api.ts';
import { isOpen } from '../calls/call-words.ts';
import { useLoad } from '../load.ts';
import { Loaded } from '../ui/states.tsx';

const PENDING_MS = 2000;

/** The webhooks that were sent for a call, with every attempt. */
export function CallDeliveries({ call }: { call: CallDetail }): JSX.Element {
  const isOn = isOpen(call.status);
  const deliveries = useLoad(
    async (signal): Promise<Delivery[]> => (isOn ? [] : api.webhooks.deliveries(call.id, { signal })),
    [call.id, isOn],
    { every: (list) => (list.some(({ status }) => status === 'pending') ? PENDING_MS : undefined) },
  );
  if (isOn) return <p class="soft">They are sent when the call is over.</p>;
  return (
    <Loaded of={deliveries} lines={2}>
      {(list) =>
        list.length === 0 ? (
          <p class="soft">None was sent: the assistant has no webhook, or only for calls that were talked.</p>
        ) : (
          <ul class="plain stack">
            {list.map((delivery) => (
              <DeliveryCard key={delivery.id} delivery={delivery} reload={deliveries.reload} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
