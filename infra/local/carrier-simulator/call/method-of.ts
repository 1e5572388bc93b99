import type { HttpMethod } from '#infra/local/carrier-simulator/service/service-client.ts';

/** The carrier's default is POST. */
export const methodOf = (name: string | undefined): HttpMethod => (name === 'GET' ? 'GET' : 'POST');
