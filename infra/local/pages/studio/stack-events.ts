import * as v from 'valibot';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { type HttpAnswer, jsonAnswer } from '#infra/local/aws/http/http-message.ts';
import type { ReceivedWebhook } from '#infra/local/webhook-sink/webhook-sink.ts';

export interface EventSources {
  address: Pick<StackAddress, 'simulator_url'>;
  webhooks: () => ReceivedWebhook[];
}

const SHOWN = 100;

const SimulatorCalls = v.object({
  calls: v.array(
    v.object({
      to: v.string(),
      timeline: v.array(v.object({ at: v.number(), type: v.string(), data: v.unknown() })),
    }),
  ),
});

/** What the event log of the studio shows, the newest first: the webhooks that the sink has received, and the events of calls at the carrier. */
export function stackEvents({ address, webhooks }: EventSources): () => Promise<HttpAnswer> {
  return async () => {
    const carrier = await carrierEvents(address.simulator_url);
    return jsonAnswer(200, { webhooks: webhooks().slice(-SHOWN).toReversed(), carrier });
  };
}

/** Empty while the simulator does not answer. */
async function carrierEvents(url: string) {
  try {
    const response = await fetch(`${url}/_simulator/calls`);
    const { calls } = v.parse(SimulatorCalls, await response.json());
    const events = calls.flatMap(({ to, timeline }) => timeline.map((event) => ({ to, ...event })));
    return events.toSorted((one, other) => other.at - one.at).slice(0, SHOWN);
  } catch {
    return [];
  }
}
