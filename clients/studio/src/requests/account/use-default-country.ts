import { getMe } from './get-me.ts';
import { useQuery } from '../../service/query.ts';

/** The country of the user's numbers without a plus. Undefined: none, or not known yet. */
export const useDefaultCountry = (): string | undefined => useQuery(getMe()).data?.default_country ?? undefined;
