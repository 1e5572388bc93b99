import { styleText } from 'node:util';
import type { DemoLead } from '#infra/local/demo/campaign-leads.ts';
import { finalLeadStatuses } from '#shared/domain/lead/lead.ts';

const isFinal = (status: string | undefined) => finalLeadStatuses.some((final) => final === status);

/** Shows how every lead stands: on a terminal as a table that is drawn anew, elsewhere as a line for each change. */
export class StatusTable {
  readonly #leads: readonly DemoLead[];
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  #shown = new Map<string, string>();
  #isDrawn = false;

  constructor(
    leads: readonly DemoLead[],
    { write, isTerminal }: { write: (text: string) => void; isTerminal: boolean },
  ) {
    this.#leads = leads;
    this.#write = write;
    this.#isTerminal = isTerminal;
  }

  /** Whether the dialer is done with all of them. */
  show(statuses: ReadonlyMap<string, string>, seconds: number): boolean {
    if (this.#isTerminal) this.#draw(statuses, seconds);
    else this.#tellChanges(statuses, seconds);
    this.#shown = new Map(statuses);
    return this.#leads.every(({ phoneNumber }) => isFinal(statuses.get(phoneNumber)));
  }

  #draw(statuses: ReadonlyMap<string, string>, seconds: number): void {
    if (this.#isDrawn) this.#write(`\u001b[${this.#leads.length + 1}A`);
    this.#isDrawn = true;
    const done = this.#leads.filter(({ phoneNumber }) => isFinal(statuses.get(phoneNumber))).length;
    this.#write(`\u001b[2K${seconds.toFixed(1)} s: ${done} of ${this.#leads.length} leads are final\n`);
    for (const lead of this.#leads) this.#write(`\u001b[2K${line(lead, statuses.get(lead.phoneNumber))}\n`);
  }

  #tellChanges(statuses: ReadonlyMap<string, string>, seconds: number): void {
    for (const lead of this.#leads) {
      const status = statuses.get(lead.phoneNumber);
      if (status === this.#shown.get(lead.phoneNumber)) continue;
      this.#write(`${seconds.toFixed(1).padStart(5)} s ${line(lead, status)}\n`);
    }
  }
}

function line({ phoneNumber, who }: DemoLead, status = ''): string {
  const colour = isFinal(status) ? 'green' : status === 'processing' ? 'cyan' : 'yellow';
  return `  ${phoneNumber}  ${styleText(colour, status.padEnd(19))}  ${who}`;
}
