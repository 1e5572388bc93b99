import type { ServerResponse } from 'node:http';
import type { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';
import type { JournalEntry } from '#infra/local/carrier-simulator/journal/journal-entries.ts';

/** Everything as it happens, as server-sent events named after what they tell: event, violation, attempt, message-attempt. */
export class EventStream {
  readonly #journal: Journal;
  readonly #responses = new Set<ServerResponse>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  open(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': listening\n\n');
    this.#responses.add(response);
    const unsubscribe = this.#journal.subscribe((entry) => send(response, entry));
    response.on('close', () => {
      unsubscribe();
      this.#responses.delete(response);
    });
  }

  close(): void {
    for (const response of this.#responses) response.end();
  }
}

function send(response: ServerResponse, { kind, value }: JournalEntry): void {
  // Records are the sum of their events.
  if (['call', 'recording', 'message', 'number'].includes(kind)) return;
  response.write(`event: ${kind}\ndata: ${JSON.stringify(value)}\n\n`);
}
