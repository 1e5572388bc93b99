import { chooseFault, draw } from '#infra/local/faults/choose-fault.ts';
import type { FaultName, FaultSettings } from '#infra/local/faults/fault-settings.ts';

/** What happens to a delivery of a batch to its worker. Times are real milliseconds. */
export interface Delivery {
  fault: FaultName | undefined;
  /** Before the worker gets the batch. */
  lateMs: number;
  /** From the first delivery to the second one, which may overlap. */
  secondAfterMs: number | undefined;
  /** The worker dies at this request to AWS, before or after the request takes effect. */
  death: Death | undefined;
}

export interface Death {
  atRequest: number;
  when: 'before' | 'after';
}

const LONGEST_DELAY_MS = 2_000;
/** No worker needs more requests for the work of one message; a worker that ends before is not killed. */
const LAST_REQUEST = 8;

export function chooseDelivery(settings: FaultSettings, queue: string, n: number): Delivery {
  const kind = `delivery ${queue}`;
  const fault = chooseFault(settings, kind, n, ['delivered late', 'delivered twice', 'killed']);
  const at = draw(settings.seed, kind, n, 'when');
  return {
    fault,
    lateMs: fault === 'delivered late' ? at * LONGEST_DELAY_MS : 0,
    secondAfterMs: fault === 'delivered twice' ? at * LONGEST_DELAY_MS : undefined,
    death:
      fault === 'killed'
        ? {
            atRequest: 1 + Math.floor(at * LAST_REQUEST),
            when: draw(settings.seed, kind, n, 'side') < 0.5 ? 'before' : 'after',
          }
        : undefined,
  };
}
