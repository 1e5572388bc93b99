import { styleText } from 'node:util';
import { finalLeadStatuses, type LeadStatus } from '#shared/domain/lead/lead.ts';

/** A lead of the demo, who it is, and what must become of it. */
interface DemoLead {
  phoneNumber: string;
  who: string;
  secondaryContacts: string[];
  /** What the simulated carrier must have dialled, in this order. */
  dialled: string[];
  status: LeadStatus;
}

const number = (line: number) => `+12025550${line}`;

/** Attempts on one number: the first one and the retry that the campaign allows. */
const BOTH = 2;

const talkers: DemoLead[] = Array.from({ length: 18 }, (_, index) => reached(number(100 + index), 'talks'));

/** Thirty people of every kind. */
export const campaignLeads: readonly DemoLead[] = [
  ...talkers,
  missed(number(150), 'is busy'),
  missed(number(151), 'does not answer'),
  missed(number(152), 'cannot be reached'),
  voicemailThenColleague(),
  reached(number(154), 'hangs up after the greeting'),
  reached(number(155), 'says nothing'),
  reached(number(156), 'interrupts'),
  reached(number(157), 'is refused by the carrier once'),
  reached(number(158), 'has news of the call told twice and in any order'),
  reached(number(159), 'has no news of the end told'),
  { ...reached(number(165), 'does not want to be called again'), status: 'blacklisted' },
  { ...reached(number(166), 'is on the do-not-call list'), dialled: [], status: 'blacklisted' },
];

function reached(phoneNumber: string, who: string): DemoLead {
  return { phoneNumber, who, secondaryContacts: [], dialled: [phoneNumber], status: 'completed' };
}

function missed(phoneNumber: string, who: string): DemoLead {
  const dialled = Array.from({ length: BOTH }, () => phoneNumber);
  return { phoneNumber, who, secondaryContacts: [], dialled, status: 'reached-max-retries' };
}

/** The main number is used up, and the colleague under the second one talks. */
function voicemailThenColleague(): DemoLead {
  const [voicemail, colleague] = [number(153), number(120)];
  return {
    phoneNumber: voicemail,
    who: 'has a voicemail, and a colleague who talks',
    secondaryContacts: [colleague],
    dialled: [voicemail, voicemail, colleague],
    status: 'completed',
  };
}

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
