import * as v from 'valibot';
import {
  freshDialing,
  leadReasons,
  leadStatuses,
  type Lead,
  type LeadDialing,
  type SecondaryContact,
} from '#shared/campaigns/lead.ts';
import { JsonText } from '#shared/platform/table/json-text.ts';

const contact = {
  id: v.number(),
  userId: v.number(),
  phoneNumber: v.string(),
  variables: JsonText,
  status: v.picklist(leadStatuses),
  createdAt: v.number(),
  updatedAt: v.number(),
};

const DialingItem = v.object({
  attempts: v.number(),
  attemptsBegun: v.number(),
  contactId: v.nullable(v.number()),
  nextAttemptAt: v.nullable(v.number()),
  callId: v.nullable(v.number()),
  reason: v.nullable(v.picklist(leadReasons)),
}) satisfies v.GenericSchema<unknown, LeadDialing>;

/** A lead as stored; key attributes are dropped when it is read. Its variables make it 192 KB at most. */
export const LeadItem = v.object({
  ...contact,
  campaignId: v.number(),
  allowDuplicate: v.boolean(),
  contactIds: v.array(v.number()),
  /** Leads that were stored before there was a dialer have none. */
  dialing: v.optional(DialingItem, freshDialing),
  version: v.number(),
  reservationToken: v.optional(v.string()),
}) satisfies v.GenericSchema<unknown, Lead>;

export const SecondaryContactItem = v.object({
  ...contact,
  leadId: v.number(),
}) satisfies v.GenericSchema<unknown, SecondaryContact>;

/** A lead's entry in its campaign, by status. */
export const CampaignLeadItem = v.object({ id: v.number(), nextAttemptAt: v.optional(v.nullable(v.number()), null) });

export function toLeadItem(lead: Lead): v.InferInput<typeof LeadItem> {
  return { ...lead, variables: JSON.stringify(lead.variables) };
}

export function toSecondaryContactItem(one: SecondaryContact): v.InferInput<typeof SecondaryContactItem> {
  return { ...one, variables: JSON.stringify(one.variables) };
}

/** What lists filter leads by: some 150 bytes, so that one read of 1 MB finds thousands of them. */
export const LeadRowItem = v.object({
  id: v.number(),
  campaignId: v.number(),
  status: v.picklist(leadStatuses),
  phoneNumber: v.string(),
});

export function toLeadRowItem({ id, campaignId, status, phoneNumber }: Lead): v.InferInput<typeof LeadRowItem> {
  return { id, campaignId, status, phoneNumber };
}

/** Whatever stands for a lead in a list names it. */
export const ListedIdItem = v.object({ id: v.number() });
