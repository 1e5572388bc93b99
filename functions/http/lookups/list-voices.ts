import * as v from 'valibot';
import { engineMode } from '#shared/assistants/setting.ts';
import { describeVoice, listVoices, type Voice, VoiceRecord, type ListVoicesDeps } from '#shared/catalog/voices.ts';
import { voices } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordIdParameter } from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-voices',
  scope: 'read',
  summary: 'List the voices',
  answers: { status: 200, body: v.array(VoiceRecord) },
  query: v.object({
    mode: v.optional(engineMode()),
    language_id: v.optional(recordIdParameter()),
    include: v.optional(oneOf(['description'])),
  }),
  deps: (): ListVoicesDeps => ({ voices: voices() }),
  handle: async ({ userId, query }, deps) => {
    const found = await listVoices({ userId, mode: query.mode, languageId: query.language_id }, deps);
    const also = (voice: Voice) => (query.include === undefined ? {} : { description: describeVoice(voice) });
    return ok(found.map((voice) => ({ id: voice.id, name: voice.name, mode: voice.mode, ...also(voice) })));
  },
});
