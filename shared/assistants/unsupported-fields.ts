import { isDeepStrictEqual } from 'node:util';

/** Fields of the API that this release does not have, and the values of them that change nothing: no value, and these. */
const unsupported: Readonly<Record<string, readonly unknown[]>> = {
  knowledgebase_id: [0, '0'],
  knowledgebase_mode: ['function_call'],
  secondary_language_ids: [[]],
  chat_llm_fallback_id: [],
  tts_emotion_enabled: [true, 1, '1'],
  synthesizer_provider_id: [],
  ambient_sound: ['off'],
  conversation_inactivity_timeout: [30, '30'],
  conversation_ended_retrigger: [false, 0, '0'],
  conversation_ended_webhook_url: [],
};

export const unsupportedFields = Object.keys(unsupported);

/** They only put assistants in order. The answer names them. */
export const ignoredFields = ['folder_id', 'label_ids', 'label'];

type Body = Readonly<Record<string, unknown>>;

export function findUnsupported(body: Body): string[] {
  return Object.entries(unsupported).flatMap(([name, harmless]) => {
    const value = body[name];
    const isNone = value === undefined || value === null || value === '';
    return isNone || harmless.some((one) => isDeepStrictEqual(one, value)) ? [] : [name];
  });
}

export function findIgnored(body: Body): string[] {
  return ignoredFields.filter((name) => body[name] !== undefined && body[name] !== null);
}

/** The answer names the fields that were taken and not stored. */
export function ignoredHeaders({ sentIgnored }: { sentIgnored?: readonly string[] }): Record<string, string> {
  return sentIgnored ? { 'x-ignored-fields': sentIgnored.join(', ') } : {};
}
