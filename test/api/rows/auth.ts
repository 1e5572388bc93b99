import { row } from '#test/api/contract-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const protectedEndpoints = manifest
  .filter((entry) => entry.kind === 'http')
  .filter(({ auth }) => auth !== 'none')
  .filter(({ auth }) => auth !== 'none');

/** Every endpoint wants the token of a user. */
export const authRows = protectedEndpoints.map(({ method, path }) =>
  row({
    sentence: 'Only the bearer of a valid token is answered',
    from: 'Authentication; decisions 1',
    endpoint: `${method} ${path}`,
    status: 401,
    ask: () => [
      { id: 1, token: null },
      { id: 1, token: 'rb_unknown' },
      { id: 1, token: '' },
      ...['Basic YTpi', 'Bearer', 'rb_unknown', 'bearer'].map((authorization) => ({
        id: 1,
        headers: { authorization },
      })),
    ],
    body: { message: 'Unauthorized' },
  }),
);
