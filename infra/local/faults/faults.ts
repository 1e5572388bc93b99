import { draw } from '@ringback/simulators/line/draw.ts';
import type { Death, Delivery } from '#infra/local/aws/queues/delivery.ts';
import { chooseFault } from '#infra/local/faults/choose-fault.ts';
import { createDeaths, type Fate } from '#infra/local/faults/deaths.ts';
import { chooseDelivery } from '#infra/local/faults/delivery-faults.ts';
import { type FaultName, faultNames, type SettingsSource } from '#infra/local/faults/fault-settings.ts';

/** The faults of one stack. */
export interface Faults {
  /** Before this there are none, so that a stack can start. */
  begin(): void;
  /** The fault of the next request of a kind, and a number of [0, 1) for what else is by chance. */
  ofRequest(kind: string, possible: readonly FaultName[]): { fault: FaultName | undefined; at: number };
  ofDelivery(queue: string): Delivery;
  slowMs(): number;
  whenKilled(invocationId: string, death: Death): Promise<never>;
  fateOf(invocationId: string | undefined): Fate;
  /** The faults so far, and the requests by kind. */
  report(): FaultReport;
  stop(): void;
}

export interface FaultReport {
  faults: Partial<Record<FaultName, number>>;
  requests: Record<string, number>;
}

/** Each dead invocation holds a connection for ever, of the 1,000 that the clients have. */
const MAX_DEAD = 500;

export function createFaults(settings: SettingsSource): Faults {
  const deaths = createDeaths();
  const requests = new Map<string, number>();
  const faults = new Map<FaultName, number>();
  let hasBegun = false;
  const next = (kind: string) => {
    const n = requests.get(kind) ?? 0;
    requests.set(kind, n + 1);
    return n;
  };
  const count = (fault: FaultName | undefined) => {
    if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  };
  return {
    ...deaths,
    begin() {
      hasBegun = true;
    },
    ofRequest(kind, possible) {
      if (!hasBegun) return { fault: undefined, at: 0 };
      const n = next(kind);
      const fault = chooseFault(settings.current(), kind, n, possible);
      count(fault);
      return { fault, at: draw(settings.current().seed, kind, n, 'part') };
    },
    ofDelivery(queue) {
      const delivery = chooseDelivery(settings.current(), queue, next(`delivery ${queue}`));
      if (delivery.death === undefined) count(delivery.fault);
      return deaths.count() < MAX_DEAD ? delivery : { ...delivery, death: undefined };
    },
    slowMs: () => settings.current().slowMs,
    report() {
      // Not every worker that is to die lives to the request by which it would.
      const all = new Map(faults).set('killed', deaths.count());
      return {
        faults: Object.fromEntries(faultNames.flatMap((name) => (all.get(name) ? [[name, all.get(name)]] : []))),
        requests: Object.fromEntries(requests),
      };
    },
    stop: () => settings.stop(),
  };
}
