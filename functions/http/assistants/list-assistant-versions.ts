import * as v from 'valibot';
import { fittingAnAnswer } from '#shared/assistants/assistant-lists.ts';
import { AssistantVersion, toAssistantVersion } from '#shared/assistants/assistant-record.ts';
import type { AssistantDeps } from '#shared/assistants/assistant-rules.ts';
import { assistants } from '#shared/container.ts';
import { AppError } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { integerParameter } from '#shared/platform/http/lists.ts';

/** An answer has as many of them as fit into it. */
const MOST = 25;

export const handler = defineEndpoint({
  id: 'assistants/list-assistant-versions',
  scope: 'read',
  summary: 'List the versions of an assistant',
  answers: { status: 200, body: v.strictObject({ data: v.array(AssistantVersion) }) },
  query: v.object({
    limit: v.optional(integerParameter(1, MOST), String(MOST)),
    before: v.optional(integerParameter(1, Number.MAX_SAFE_INTEGER)),
  }),
  pathId: 'assistant_not_found',
  deps: (): Pick<AssistantDeps, 'assistants'> => ({ assistants: assistants() }),
  handle: async ({ userId, id, query: { limit, before } }, deps) => {
    const [present, copies] = await Promise.all([
      deps.assistants.get(userId, id),
      deps.assistants.listVersions(userId, id, { limit, before }),
    ]);
    if (!present) throw new AppError('assistant_not_found');
    // The present version has a copy as soon as a call needs one.
    const isListed = before !== undefined || copies[0]?.version === present.version;
    const versions = isListed ? copies : [present, ...copies].slice(0, limit);
    return ok({ data: fittingAnAnswer(versions).map(toAssistantVersion) });
  },
});
