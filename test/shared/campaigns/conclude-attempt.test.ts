import { expect, it } from 'vitest';
import { concludeAttempt } from '#shared/campaigns/conclude-attempt.ts';
import type { Call } from '#shared/calls/call.ts';
import { freshDialing } from '#shared/campaigns/lead.ts';
import { buildCall, buildDoNotCallEntry, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { campaignKey, createCampaignWorld } from '#test/support/campaign-world.ts';

const contact = buildSecondaryContact({ id: 11, phoneNumber: '+12025550211' });
const notDialled = { status: 'failed', notDialled: 'do_not_call' } as const;
const passedOver = (attempts: number, reason: string) => ({
  status: 'rescheduled',
  dialing: { contactId: 11, attempts, reason },
});

it.each<[string, number | null, Partial<Call>, object]>([
  ['the main number, unanswered', null, { status: 'busy' }, { status: 'blacklisted' }],
  ['the main number, not dialled any more', null, notDialled, { status: 'blacklisted' }],
  ['a contact, not dialled any more: passed over when the lead is due', 11, notDialled, passedOver(0, 'do_not_call')],
  ['a contact, unanswered: passed over when the lead is due', 11, { status: 'busy' }, passedOver(1, 'busy')],
  ['a contact who has talked with us', 11, { status: 'ended_by_assistant', answeredAt: 1 }, { status: 'blacklisted' }],
])('the end of an attempt on a number on the do-not-call list: %s', async (_, contactId, ending, expected) => {
  const { deps } = await createCampaignWorld({ leads: [] });
  const dialing = { ...freshDialing, contactId, attemptsBegun: 1, callId: 9001 };
  const lead = buildLead({ status: 'processing', contactIds: [11], dialing });
  await deps.leads.create(lead, [contact]);
  const clientPhoneNumber = contactId === null ? lead.phoneNumber : contact.phoneNumber;
  await deps.doNotCall.add(buildDoNotCallEntry({ phoneNumber: clientPhoneNumber }));
  const call = { ...campaignKey, id: 9001, leadId: lead.id, clientPhoneNumber, answeredAt: null, ...ending };
  await concludeAttempt(buildCall(call), {}, deps);
  await expect(deps.leads.get(7, lead.id)).resolves.toMatchObject(expected);
});
