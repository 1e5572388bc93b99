import { styleText } from 'node:util';
import type { CallRow } from '#infra/local/rehearsal/demo-api.ts';
import type { LeadStatus } from '#shared/calls/called-lead.ts';
import { finalLeadStatuses } from '#shared/campaigns/lead.ts';

/** A lead of the demo, and the expected result. */
interface DemoLead {
  phoneNumber: string;
  who: string;
  secondaryContacts: string[];
  /** The numbers that the simulated carrier must dial, in order. */
  dialled: string[];
  status: LeadStatus;
}

const number = (line: number) => `+12025550${line}`;

/** Attempts on one number: the first one and the retry that the campaign allows. */
const BOTH = 2;

const standardLeads: DemoLead[] = Array.from({ length: 18 }, (_, index) => reached(number(100 + index), 'converses'));

/** Thirty leads of every kind. */
export const campaignLeads: readonly DemoLead[] = [
  ...standardLeads,
  missed(number(150), 'is busy'),
  missed(number(151), 'does not answer'),
  missed(number(152), 'cannot be reached'),
  voicemailThenColleague(),
  reached(number(154), 'hangs up after the greeting'),
  reached(number(155), 'says nothing'),
  reached(number(156), 'interrupts'),
  reached(number(157), 'is refused by the carrier once'),
  reached(number(158), 'gets its callbacks twice, unordered'),
  reached(number(159), 'gets no final callback'),
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

/** The main number is a voicemail, and the colleague at the second number answers. */
function voicemailThenColleague(): DemoLead {
  const [voicemail, colleague] = [number(153), number(120)];
  return {
    phoneNumber: voicemail,
    who: 'has a voicemail; a colleague answers',
    secondaryContacts: [colleague],
    dialled: [voicemail, voicemail, colleague],
    status: 'completed',
  };
}

const isFinal = (status: string | undefined) => finalLeadStatuses.some((final) => final === status);

interface StatusTable {
  /** Prints the statuses. Returns whether all of them are final. */
  show(statuses: ReadonlyMap<string, string>, seconds: number): boolean;
}

/** Prints the status of every lead: as a table that is redrawn on a terminal, elsewhere as one line per change. */
export function createStatusTable(
  leads: readonly DemoLead[],
  { write, isTerminal }: { write: (text: string) => void; isTerminal: boolean },
): StatusTable {
  let shown = new Map<string, string>();
  let isDrawn = false;
  const draw = (statuses: ReadonlyMap<string, string>, seconds: number) => {
    if (isDrawn) write(`\u001b[${leads.length + 1}A`);
    isDrawn = true;
    const done = leads.filter(({ phoneNumber }) => isFinal(statuses.get(phoneNumber))).length;
    write(`\u001b[2K${seconds.toFixed(1)} s: ${done} of ${leads.length} leads are final\n`);
    for (const lead of leads) write(`\u001b[2K${line(lead, statuses.get(lead.phoneNumber))}\n`);
  };
  const printChanges = (statuses: ReadonlyMap<string, string>, seconds: number) => {
    for (const lead of leads) {
      const status = statuses.get(lead.phoneNumber);
      if (status === shown.get(lead.phoneNumber)) continue;
      write(`${seconds.toFixed(1).padStart(5)} s ${line(lead, status)}\n`);
    }
  };
  return {
    show(statuses, seconds) {
      if (isTerminal) draw(statuses, seconds);
      else printChanges(statuses, seconds);
      shown = new Map(statuses);
      return leads.every(({ phoneNumber }) => isFinal(statuses.get(phoneNumber)));
    },
  };
}

function line({ phoneNumber, who }: DemoLead, status = ''): string {
  const colour = isFinal(status) ? 'green' : status === 'processing' ? 'cyan' : 'yellow';
  return `  ${phoneNumber}  ${styleText(colour, status.padEnd(19))}  ${who}`;
}

const meanings: Partial<Record<LeadStatus, string>> = {
  completed: 'reached: spoke, hung up, was silent or interrupted',
  'reached-max-retries': 'busy, no answer or failed, each of two times',
  blacklisted: 'asked not to be called, or was on the do-not-call list',
};

/** The result of the campaign: leads by outcome, then calls and their costs. */
export function campaignSummary(statuses: Iterable<string>, calls: readonly CallRow[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  const rows = finalLeadStatuses.flatMap((status) => {
    const count = counts.get(status)?.length;
    return count === undefined ? [] : [`  ${String(count).padStart(3)} ${status.padEnd(20)} ${meanings[status] ?? ''}`];
  });
  const cost = calls.reduce((sum, { total_cost }) => sum + total_cost, 0);
  const seconds = calls.reduce((sum, { duration }) => sum + duration, 0);
  const minutes = Math.round(seconds / 60);
  return [...rows, `  ${calls.length} calls, ${minutes} minutes on the phone, ${cost.toFixed(2)} in all`].join('\n');
}
