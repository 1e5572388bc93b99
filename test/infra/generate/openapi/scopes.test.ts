import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#infra/generate/openapi/openapi-document.ts';
import { documentedRows } from '#shared/manifest/http-rows.ts';
import { documentedRoutesOf, functionFile } from '#shared/manifest/manifest-row.ts';
import type { Endpoint } from '#shared/platform/http/endpoint.ts';
import { tokenScopes, type TokenScope } from '#shared/platform/http/http.ts';
import { untouchable } from '#test/support/fakes.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

type AnyEndpoint = Pick<Endpoint<never, never, unknown>, 'with'>;

const { paths } = await openApiDocument();
const routes = documentedRows.flatMap((row) =>
  documentedRoutesOf(row).map(({ method, path }, index) => {
    const operation = paths[path]?.[method.toLowerCase()];
    return { name: `${method} ${path}`, row, operation: operation!, isAlias: index > 0 };
  }),
);

/** The scopes that one endpoint asks for, as it answers tokens that have one scope. */
async function scopesAskedBy(row: (typeof documentedRows)[number]): Promise<TokenScope[]> {
  const module: object = await import(/* @vite-ignore */ `#${functionFile(row)}`);
  const endpoint = (module as { handler: AnyEndpoint }).handler.with(untouchable());
  const asked: TokenScope[] = [];
  for (const scope of tokenScopes) {
    const body = row.method === 'GET' || row.method === 'DELETE' ? undefined : {};
    const { status } = readResponse(await endpoint(httpEvent({ body, token: { scopes: scope } })));
    if (status !== 403) asked.push(scope);
  }
  return asked;
}

describe.each(routes)('$name', ({ row, operation, isAlias }) => {
  const isPublic = row.auth === 'none';

  it('states the scope that the endpoint asks for', async () => {
    const asked = isPublic ? [] : await scopesAskedBy(row);
    expect(operation.security).toEqual(isPublic ? [] : [{ bearer: asked }]);
    expect(asked).toHaveLength(isPublic ? 0 : 1);
    const notes = asked.map((scope) => `A token with scopes needs the scope \`${scope}\`.`);
    expect(notes.filter((note) => !operation.description.endsWith(note))).toEqual([]);
    expect(operation.description.match(/needs the scope/g) ?? []).toHaveLength(notes.length);
  });

  it('is as the operation that it is an alias of', () => {
    const { method, path } = row;
    const original = paths[path]![method.toLowerCase()]!;
    const { operationId, deprecated, description, ...same } = operation;
    expect({ ...original, ...same }).toEqual(original);
    expect(deprecated).toBe(isAlias ? true : undefined);
    expect({ operationId, description }).not.toEqual(isAlias ? { ...original } : {});
  });
});
