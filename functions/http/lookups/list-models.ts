import * as v from 'valibot';
import type { EngineMode } from '#shared/catalog/engine-mode.ts';
import {
  isRetired,
  ModelRecord,
  speakingModelOf,
  type ModelCatalogue,
  type ModelEntry,
  type SpeakingModel,
} from '#shared/catalog/models.ts';
import { models } from '#shared/container.ts';
import { clock, type Clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { describedAs, oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';

/** Clients call the models of a pipeline `llm`. */
const modelType = v.pipe(
  oneOf(['llm', 'multimodal', 'dualplex']),
  v.transform((type): EngineMode => (type === 'llm' ? 'pipeline' : 'multimodal')),
  describedAs({ type: 'string', enum: ['llm', 'multimodal', 'dualplex'] }),
);

const rank = ({ mode, speaks }: Pick<ModelEntry, 'mode'> & { speaks: SpeakingModel }) =>
  mode === 'multimodal' ? 2 : speaks === 'provider' ? 0 : 1;

export const handler = defineEndpoint({
  id: 'lookups/list-models',
  scope: 'read',
  summary: 'List the language models',
  answers: { status: 200, body: v.array(ModelRecord) },
  query: v.object({ type: v.optional(modelType) }),
  deps: (): { models: ModelCatalogue; clock: Clock } => ({ models: models(), clock: clock() }),
  handle: async ({ query: { type } }, deps) => {
    const now = deps.clock.now();
    const all = await deps.models.list();
    const speaking = all.flatMap((one) => {
      const speaks = one.isAway === true || isRetired(one, now) ? 'none' : speakingModelOf(one, deps.models.access);
      return speaks === 'none' ? [] : [{ ...one, speaks }];
    });
    // What a provider speaks comes before what the rehearsal model replaces: clients propose the first one.
    const usable = speaking.toSorted((one, other) => rank(one) - rank(other));
    if (type === undefined) return ok(usable.map(({ id, name }) => ({ id, name })));
    const typed = usable.filter(({ mode }) => mode === type);
    return ok(typed.map(({ id, name, mode }) => ({ id, name, mode })));
  },
});
