import { draw } from '@ringback/simulators/line/draw.ts';
import type { Delivery } from '#infra/local/aws/queues/delivery.ts';
import { chooseFault } from '#infra/local/faults/choose-fault.ts';
import type { FaultName, FaultSettings } from '#infra/local/faults/fault-settings.ts';

const LONGEST_DELAY_MS = 2_000;

/** No worker needs more requests for the work of one message; a worker that ends before is not killed. */
const LAST_REQUEST = 8;

/** The delivery, and the fault that it is. */
export function chooseDelivery(
  settings: FaultSettings,
  queue: string,
  n: number,
): Delivery & { fault: FaultName | undefined } {
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
