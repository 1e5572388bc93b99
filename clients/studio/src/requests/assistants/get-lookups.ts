import type { PhoneNumber } from '@ringback/client';
import { api } from '../../service/client.ts';
import type { Query } from '../../service/request.ts';

type List<Name extends 'voices' | 'models' | 'languages'> = Awaited<ReturnType<(typeof api.lookups)[Name]>>;

export interface LookupLists {
  voices: List<'voices'>;
  models: List<'models'>;
  languages: List<'languages'>;
  numbers: PhoneNumber[];
}

/** Voices, models, languages and numbers: an assistant is made of them. */
export const getLookups = (): Query<LookupLists> => ({
  key: ['lookups'],
  async read() {
    const { lookups } = api;
    const [voices, models, languages, numbers] = await Promise.all([
      lookups.voices(),
      lookups.models(),
      lookups.languages(),
      lookups.numbers(),
    ]);
    return { voices, models, languages, numbers };
  },
});
