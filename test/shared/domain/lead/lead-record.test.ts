import { describe, expect, it } from 'vitest';
import { toLeadRecord } from '#shared/domain/lead/lead-record.ts';
import { freshDialing, type Lead } from '#shared/domain/lead/lead.ts';
import { buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';

const contacts = [11, 12, 13].map((id) => buildSecondaryContact({ id }));

describe('the status of secondary contacts', () => {
  it.each<[string, Lead['status'], number | null, string[]]>([
    ['none is tried before the main number', 'rescheduled', null, ['created', 'created', 'created']],
    ['none was needed', 'completed', null, ['created', 'created', 'created']],
    ['the first is called', 'processing', 11, ['processing', 'created', 'created']],
    ['the second is called again later', 'rescheduled', 12, ['reached-max-retries', 'rescheduled', 'created']],
    ['the second was reached', 'completed', 12, ['reached-max-retries', 'completed', 'created']],
    [
      'nobody was reached',
      'reached-max-retries',
      13,
      ['reached-max-retries', 'reached-max-retries', 'reached-max-retries'],
    ],
  ])('%s', (_, status, contactId, expected) => {
    const dialing = { ...freshDialing, contactId, attemptsBegun: 4 };
    const lead = buildLead({ status, contactIds: [11, 12, 13], dialing });
    const record = toLeadRecord({ lead, contacts }, buildCampaign());
    expect(record).toMatchObject({ status, secondary_contacts: expected.map((each) => ({ status: each })) });
  });

  it('keeps one that was on the do-not-call list when it was stored', () => {
    const lead = buildLead({ status: 'processing', contactIds: [11, 12], dialing: { ...freshDialing, contactId: 12 } });
    const blacklisted = buildSecondaryContact({ id: 11, status: 'blacklisted' });
    const record = toLeadRecord({ lead, contacts: [blacklisted] }, buildCampaign());
    expect(record.secondary_contacts).toMatchObject([{ status: 'blacklisted' }]);
  });
});
