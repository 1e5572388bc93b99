import { freshDialing, type Lead, type SecondaryContact } from '#shared/domain/lead/lead.ts';

const createdAt = Date.UTC(2026, 0, 1);

export function buildLead(changes: Partial<Lead> = {}): Lead {
  return {
    id: 6001,
    userId: 7,
    campaignId: 4001,
    phoneNumber: '+12025550101',
    variables: { customer_name: 'Ada' },
    status: 'created',
    allowDuplicate: false,
    contactIds: [],
    dialing: freshDialing,
    createdAt,
    updatedAt: createdAt,
    version: 1,
    ...changes,
  };
}

export function buildSecondaryContact(changes: Partial<SecondaryContact> = {}): SecondaryContact {
  return {
    id: 6101,
    userId: 7,
    leadId: 6001,
    phoneNumber: '+12025550102',
    variables: { customer_name: 'Charles' },
    status: 'created',
    createdAt,
    updatedAt: createdAt,
    ...changes,
  };
}
