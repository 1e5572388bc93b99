import type { LeadStatus } from '#shared/domain/lead/lead.ts';

/** A lead of the demo, who it is, and what must become of it. */
export interface DemoLead {
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
