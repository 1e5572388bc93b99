import * as v from 'valibot';
import { smsList } from '#shared/container.ts';
import { toSearchedNumber } from '#shared/platform/e164.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import {
  dayParameter,
  lastDayParameter,
  pageOf,
  pageParameters,
  paginationEnvelope,
  requestedPage,
} from '#shared/platform/http/lists.ts';
import { ListedSmsRecord, listSms } from '#shared/sms/sms-api.ts';
import type { SmsList } from '#shared/sms/sms-deps.ts';
import { smsDirections, smsListStatuses } from '#shared/sms/sms.ts';

export const handler = defineEndpoint({
  id: 'sms/list-sms',
  scope: 'read',
  summary: 'List SMS, sent and received, newest first',
  answers: { status: 200, body: pageOf('SmsPage', ListedSmsRecord) },
  query: v.object({
    status: v.optional(oneOf(smsListStatuses)),
    direction: v.optional(oneOf(smsDirections)),
    phone_number: v.optional(v.pipe(v.string(), v.transform(toSearchedNumber))),
    date_from: v.optional(dayParameter()),
    date_to: v.optional(lastDayParameter()),
    ...pageParameters(15),
  }),
  deps: (): { smsList: SmsList } => ({ smsList: smsList() }),
  handle: async ({ userId, query, url }, deps) => {
    const page = requestedPage(query);
    const filter = {
      status: query.status,
      direction: query.direction,
      phoneNumber: query.phone_number,
      from: query.date_from,
      before: query.date_to,
    };
    return ok(paginationEnvelope(await listSms({ userId, filter, page }, deps), page, url()));
  },
});
