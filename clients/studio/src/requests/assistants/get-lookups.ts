import type { PhoneNumber } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type List<Name extends 'voices' | 'models' | 'languages'> = Awaited<ReturnType<(typeof api.lookups)[Name]>>;

export interface LookupLists {
  voices: List<'voices'>;
  /** Of both engines, each with its `mode`. */
  models: List<'models'>;
  languages: List<'languages'>;
  numbers: PhoneNumber[];
}

/** Voices, models, languages and numbers: an assistant is made of them. */
export const getLookups = (): Query<LookupLists> => ({
  key: ['lookups'],
  async read() {
    const { lookups } = api;
    const [voices, textModels, speechModels, languages, numbers] = await Promise.all([
      lookups.voices({ include: 'description' }),
      lookups.models({ type: 'llm' }),
      lookups.models({ type: 'multimodal' }),
      lookups.languages(),
      lookups.numbers(),
    ]);
    return { voices, models: [...textModels, ...speechModels], languages, numbers };
  },
});
