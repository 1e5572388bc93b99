import { smsMessages } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { getSms, ListedSmsRecord, type GetSmsDeps } from '#shared/sms/sms-api.ts';

export const handler = defineEndpoint({
  id: 'sms/get-sms',
  scope: 'read',
  summary: 'Get one SMS',
  answers: { status: 200, body: ListedSmsRecord },
  pathId: 'sms_not_found',
  deps: (): GetSmsDeps => ({ messages: smsMessages() }),
  handle: async ({ userId, id: smsId }, deps) => ok(await getSms({ userId, smsId }, deps)),
});
