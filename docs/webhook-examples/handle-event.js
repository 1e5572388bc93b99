/** Ids of processed events. Use your database: a process forgets, and there may be several. */
const processed = new Set();

/**
 * Processes an event once: the service repeats a delivery, with the same id, until a receiver has answered 2xx in time.
 * Slow work belongs into a queue of yours.
 */
export function handleEvent(id, event) {
  if (processed.has(id)) return;
  processed.add(id);
  console.log(`${event.event} ${event.id}: ${event.customer_phone}, ${event.status}`);
}
