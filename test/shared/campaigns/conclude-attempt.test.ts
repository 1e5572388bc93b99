import { describe, expect, it } from 'vitest';
import { concludeAttempt } from '#shared/app/conclude-attempt.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { freshDialing } from '#shared/domain/lead/lead.ts';
import { buildCall, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { campaignKey, createCampaignWorld } from '#test/support/campaign-world.ts';

const contact = buildSecondaryContact({ id: 11, phoneNumber: '+12025550211' });

describe('the end of an attempt on a number that has come onto the do-not-call list', () => {
  it.each<[string, number | null, Partial<Call>, object]>([
    ['the main number, unanswered', null, { status: 'busy' }, { status: 'blacklisted' }],
    [
      'the main number, not dialled any more',
      null,
      { status: 'failed', notDialled: 'do_not_call' },
      { status: 'blacklisted' },
    ],
    [
      'a secondary contact, not dialled any more: passed over when the lead is due',
      11,
      { status: 'failed', notDialled: 'do_not_call' },
      { status: 'rescheduled', dialing: { contactId: 11, attempts: 0, reason: 'do_not_call' } },
    ],
    [
      'a secondary contact, unanswered: passed over when the lead is due',
      11,
      { status: 'busy' },
      { status: 'rescheduled', dialing: { contactId: 11, attempts: 1, reason: 'busy' } },
    ],
    [
      'a secondary contact who has talked with us',
      11,
      { status: 'ended_by_assistant', answeredAt: 1 },
      { status: 'blacklisted' },
    ],
  ])('%s', async (_, contactId, ending, expected) => {
    const { deps, clock } = await createCampaignWorld({ leads: [] });
    const dialing = { ...freshDialing, contactId, attemptsBegun: 1, callId: 9001 };
    const lead = buildLead({ status: 'processing', contactIds: [11], dialing });
    await deps.leads.create(lead, [contact]);
    const clientPhoneNumber = contactId === null ? lead.phoneNumber : contact.phoneNumber;
    await deps.doNotCall.add({
      userId: 7,
      phoneNumber: clientPhoneNumber,
      source: 'api',
      reason: null,
      createdAt: clock.now(),
    });
    const call = buildCall({
      ...campaignKey,
      id: 9001,
      leadId: lead.id,
      clientPhoneNumber,
      answeredAt: null,
      ...ending,
    });
    await concludeAttempt(call, {}, deps);
    await expect(deps.leads.get(7, lead.id)).resolves.toMatchObject(expected);
  });
});
