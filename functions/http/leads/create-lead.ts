import * as v from 'valibot';
import {
  createLead,
  wrongNumbers,
  CreateLeadBody,
  ReadableLeadNumbers,
  type CreateLeadDeps,
} from '#shared/campaigns/create-lead.ts';
import { LeadRecord, toLeadRecord } from '#shared/campaigns/lead-api.ts';
import { campaigns, destinationRules, idempotency, leads, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { ids } from '#shared/platform/ids.ts';

export const handler = defineEndpoint({
  id: 'leads/create-lead',
  scope: 'calls',
  idempotent: idempotencyKey,
  summary: 'Create a lead',
  answers: { status: 200, body: messageAnswer('Lead created successfully', LeadRecord) },
  refusals: ['campaign_not_found'],
  body: CreateLeadBody,
  errors: { validation: 'Validation failed' },
  deps: (): CreateLeadDeps & IdempotencyDeps => ({
    leads: leads(),
    campaigns: campaigns(),
    queue: queue(),
    clock: clock(),
    ids: ids(),
    destinations: { rules: destinationRules() },
    idempotency: idempotency(),
  }),
  crossFieldErrors: async ({ body }, deps) => {
    const { phone_number: main, secondary_contacts: contacts } = v.parse(ReadableLeadNumbers, body);
    const numbers = contacts.map((contact) => contact.phone_number);
    return wrongNumbers(main, numbers, deps.destinations.rules);
  },
  handle: async ({ userId, body, reservation }, deps) => {
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
    const allowRestart = body.allow_restart ?? true;
    const created = await createLead({ userId, request, allowRestart, reservation }, deps);
    return ok({ message: 'Lead created successfully', data: toLeadRecord(created, created.campaign) });
  },
});
