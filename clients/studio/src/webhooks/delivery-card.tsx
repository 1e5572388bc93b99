import type { Delivery } from '@ringback/client';
import { RotateCw } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { attemptText, deliveryStatus, deliverySummary, endpointHealth, isSuccess } from './delivery-words.ts';
import { replayDelivery } from '../requests/webhooks/replay-delivery.ts';
import { State, Time } from '../ui/record-parts.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

interface DeliveryCardProps {
  delivery: Delivery;
  /** In a list of many calls: with a link to the call, and the attempts only where one has failed. */
  hasCall?: boolean;
}

/** One event and where it was sent: its state, each attempt, and how the server does. */
export function DeliveryCard({ delivery, hasCall = false }: DeliveryCardProps): JSX.Element {
  const now = new Date();
  const health = endpointHealth(delivery, now);
  const replay = useAction(async () => {
    await replayDelivery(delivery.id);
    toast('The webhook is sent again.');
  });
  const isQuiet = hasCall && delivery.status === 'delivered';
  return (
    <li class="delivery stack">
      <div class="delivery-head">
        <State of={deliveryStatus(delivery.status)} />
        <span class="grow">
          <code class="url">{delivery.url}</code>
        </span>
        {hasCall && delivery.call_id !== null ? (
          <Link class="button small" href={`/calls/${delivery.call_id}`}>
            Open the call
          </Link>
        ) : null}
        {delivery.status === 'pending' ? null : (
          <button type="button" class="button small" disabled={replay.isBusy} onClick={() => void replay.run()}>
            <RotateCw size={14} aria-hidden="true" /> Replay
          </button>
        )}
      </div>
      <p class="small soft">
        <Time at={delivery.created_at} />, {delivery.event}. {deliverySummary(delivery, now)}
        {isQuiet ? '' : ` Server: ${health.text}.`}
      </p>
      {isQuiet || delivery.attempts.length === 0 ? null : <Attempts of={delivery} />}
    </li>
  );
}

function Attempts({ of: { attempts, event, url } }: { of: Delivery }): JSX.Element {
  return (
    <table>
      <caption class="visually-hidden">Attempts to deliver {event}</caption>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Answer</th>
          <th scope="col" class="end">
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt, index) => (
          <tr key={attempt.attempted_at}>
            <td class="numeric">{index + 1}</td>
            <td class={isSuccess(attempt) ? 'value yes' : 'value no'}>
              {attemptText(attempt)}
              {attempt.url === url ? null : <code class="url small soft"> {attempt.url}</code>}
            </td>
            <td class="end">
              <Time at={attempt.attempted_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
