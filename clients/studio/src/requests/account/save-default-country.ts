import { api } from '../../service/client.ts';
import { mutation } from '../../service/request.ts';

/** Sets the country of numbers without a plus; an empty one takes it away. */
export const saveDefaultCountry = mutation({
  changes: [['account']],
  send: (country: string) => api.setDefaultCountry(country === '' ? null : country),
});
