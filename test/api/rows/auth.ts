import { expect } from 'vitest';
import { pathsOf } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { rowsOf } from '#test/api/contract-row.ts';

const headers = ['Basic YTpi', 'Bearer', 'rb_unknown', 'bearer'].map((authorization) => ({
  headers: { authorization },
}));
const requests = [{ token: null }, { token: 'rb_unknown' }, { token: '' }, ...headers];

/** Every endpoint wants the token of a user. */
export const authRows = manifest
  .filter((entry) => entry.kind === 'http')
  .filter(({ auth }) => auth !== 'none')
  .map((entry) => {
    const row = rowsOf(`${entry.method} ${entry.path}`, 'Authentication; decisions 1');
    return row(401, 'Only the bearer of a valid token is answered', {
      ask: pathsOf(entry).flatMap((path) => requests.map((one) => ({ ...one, path: path.replace('{id}', '1') }))),
      body: { message: 'Unauthorized' },
      after: ({ headers: answered }) => expect(answered.get('x-request-id')).not.toBeNull(),
    });
  });
