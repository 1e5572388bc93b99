import * as v from 'valibot';
import { listedNumbers } from '#shared/container.ts';
import { listDoNotCall, ListedDoNotCallRecord, type ListDoNotCallDeps } from '#shared/do-not-call/do-not-call-api.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { paginationEnvelope, pageOf, pageParameters, requestedPage } from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'do-not-call/list-do-not-call-entries',
  scope: 'read',
  summary: 'List the numbers not to call',
  answers: { status: 200, body: pageOf('DoNotCallPage', ListedDoNotCallRecord) },
  query: v.object(pageParameters(15)),
  deps: (): ListDoNotCallDeps => ({ doNotCall: listedNumbers() }),
  handle: async ({ userId, query, url }, deps) => {
    const page = requestedPage(query);
    return ok(paginationEnvelope(await listDoNotCall({ userId, page }, deps), page, url()));
  },
});
