import * as v from 'valibot';
import { engineModes } from '#shared/assistants/assistant.ts';
import { listVoices, VoiceRecord, type ListVoicesDeps } from '#shared/catalog/use-voices.ts';
import { voices } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-voices',
  summary: 'List the voices',
  answers: { status: 200, body: v.array(VoiceRecord) },
  query: v.object({ mode: v.optional(oneOf(engineModes)) }),
  deps: (): ListVoicesDeps => ({ voices: voices() }),
  handle: async ({ userId, query }, deps) => {
    const found = await listVoices({ userId, mode: query.mode }, deps);
    return ok(found.map(({ id, name, mode }) => ({ id, name, mode })));
  },
});
