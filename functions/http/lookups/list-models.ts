import * as v from 'valibot';
import { isRetired, ModelRecord, speakerOf, type ModelCatalogue } from '#shared/catalog/models.ts';
import { models } from '#shared/container.ts';
import { clock, type Clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

/** The models that a new assistant can have. */
export const handler = defineEndpoint({
  id: 'lookups/list-models',
  summary: 'List the language models',
  answers: { status: 200, body: v.array(ModelRecord) },
  deps: (): { models: ModelCatalogue; clock: Clock } => ({ models: models(), clock: clock() }),
  handle: async (_request, deps) => {
    const now = deps.clock.now();
    const all = await deps.models.list();
    const usable = all.filter((one) => !isRetired(one, now) && speakerOf(one, deps.models.access) !== 'none');
    return ok(usable.map(({ id, name }) => ({ id, name })));
  },
});
