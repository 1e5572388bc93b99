import * as v from 'valibot';
import { createLead, type CreateLeadDeps } from '#shared/app/create-lead.ts';
import { toLeadRecord } from '#shared/domain/lead/lead-record.ts';
import { repeatedNumbers } from '#shared/domain/lead/repeated-numbers.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { ok } from '#shared/http/http-response.ts';
import { CreateLeadBody, ReadableLeadNumbers } from '#shared/http/lead-body.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { ids } from '#shared/runtime/clock.ts';
import { leads } from '#shared/runtime/leads.ts';

export const handler = defineEndpoint({
  id: 'leads/create-lead',
  body: CreateLeadBody,
  errors: { validation: 'Validation failed' },
  deps: (): CreateLeadDeps => ({ leads: leads(), campaigns: campaigns(), ids: ids() }),
  alsoWrong: async ({ body }) => {
    const { phone_number: main, secondary_contacts: contacts } = v.parse(ReadableLeadNumbers, body);
    return repeatedNumbers(
      main,
      contacts.map((contact) => contact.phone_number),
    );
  },
  handle: async ({ userId, body }, deps) => {
    const request = {
      campaignId: body.campaign_id,
      phoneNumber: body.phone_number,
      variables: body.variables ?? {},
      allowDuplicate: body.allow_dupplicate ?? false,
      secondaryContacts: (body.secondary_contacts ?? []).map((contact) => ({
        phoneNumber: contact.phone_number,
        variables: contact.variables ?? {},
      })),
    };
    const created = await createLead({ userId, request }, deps);
    return ok({ message: 'Lead created successfully', data: toLeadRecord(created, created.campaign) });
  },
});
