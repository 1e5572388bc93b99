import * as fc from 'fast-check';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';
import type { Subject } from '#test/properties/subjects.ts';
import { RawJson, toJson, wildBody, wildText, wildValue, wildValueLike } from '#test/properties/wild-values.ts';

/** A request as it goes to the gateway, below the API prefix. */
export interface WildRequest {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
}

type Change = [path: string, value: unknown];

/** One of these, each as often as its weight says. */
const mostly = <Value>(...choices: Array<[weight: number, arbitrary: fc.Arbitrary<Value>]>) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const strangeKeys = ['__proto__', 'constructor', 'toString', 'id', 'user_id', 'length', 'status', 'extra', ' ', ''];

/** Requests to one endpoint: mostly its valid one with a few things changed, sometimes none of it. */
export function wildRequests(row: HttpRow, subject: Subject, ids: number[]): fc.Arbitrary<WildRequest> {
  return fc.record({
    method: fc.constant(row.method),
    path: pathOf(row, subject, ids),
    query: queryOf(subject, ids),
    headers: headersOf(row),
    body: bodyOf(row, subject, ids),
  });
}

function pathOf({ path, aliases = [] }: HttpRow, subject: Subject, ids: number[]): fc.Arbitrary<string> {
  const paths = fc.constantFrom(path, ...aliases);
  const id = subject.path;
  if (id === undefined) return paths;
  const sent = mostly(
    [6, fc.constant(id)],
    [1, fc.constantFrom(...ids).map(String)],
    [2, wildText.map((text) => encodeURIComponent(text))],
    [1, fc.constantFrom('%', '%zz', '%E0%A4%A', '%2F', '..', '%2e%2e', `${id}.0`, `0${id}`, `${id}%00`)],
  );
  return fc.tuple(paths, sent).map(([base, text]) => base.replace(/\{(?:id|token|phone_number)\}/, text));
}

function queryOf({ query }: Subject, ids: number[]): fc.Arbitrary<string> {
  const names = fc.constantFrom(...Object.keys(query), 'page', 'per_page', 'type', 'status', '__proto__', 'extra');
  const values = mostly(
    [3, fc.constantFrom(...Object.values(query), ...ids.map(String))],
    [3, wildText],
    [1, fc.constantFrom('2026-02-30', '0000-01-01', '9999-12-31', '2024-01-01', '100', '101', '1e3')],
  );
  const pairs = fc.array(fc.tuple(names, values), { maxLength: 4 });
  const written = pairs.map((list) =>
    list.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
  );
  return mostly(
    [3, fc.constant(new URLSearchParams(query).toString())],
    [Object.keys(query).length === 0 ? 1 : 8, written],
    [1, fc.constantFrom('%', '%zz=%', '&&&', '=', 'page', 'page[]=1', 'page=1&page=2', 'a=%F0%28', '?', '#')],
  );
}

function headersOf({ method }: HttpRow): fc.Arbitrary<Record<string, string>> {
  const types = mostly(
    [12, fc.constant('application/json')],
    [
      1,
      fc.constantFrom('application/json; charset=utf-8', 'text/plain', '', 'application/jsonx', 'multipart/form-data'),
    ],
  );
  const keys = mostly(
    [6, fc.constant(undefined)],
    [1, fc.constantFrom('once', '', ' ', 'x'.repeat(255), 'x'.repeat(256), 'é', 'a,b', '__proto__')],
  );
  return fc.tuple(types, keys).map(([type, key]) => ({
    ...(method === 'GET' ? {} : { 'content-type': type }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }));
}

function bodyOf({ method }: HttpRow, { body }: Subject, ids: number[]): fc.Arbitrary<string> {
  if (!body) return method === 'GET' ? fc.constant('') : mostly([5, fc.constant('')], [1, wildBody]);
  const changed = fc
    .array(changeOf(body, ids), { minLength: 1, maxLength: 3 })
    .map((changes) => toJson(applied(body, changes)));
  return mostly(
    [20, changed],
    [1, fc.constant(toJson(body))],
    [2, wildBody],
    [1, fc.dictionary(fc.constantFrom(...Object.keys(body)), wildValue).map(toJson)],
  );
}

/** One field with another value: half of them of the type that it wants, so that they get past the first check. */
function changeOf(body: Record<string, unknown>, ids: number[]): fc.Arbitrary<Change> {
  const known = fc
    .constantFrom(...fieldsOf(body))
    .chain(([path, value]) =>
      fc.tuple(fc.constant(path), mostly([4, wildValueLike(value)], [4, wildValue], [1, fc.constantFrom(...ids)])),
    );
  const strange = fc.tuple(fc.constantFrom(...strangeKeys), wildValue);
  return mostly([8, known], [1, strange]);
}

/** Every field by its path, those inside lists and objects too. */
function fieldsOf(value: unknown, prefix = ''): Change[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    [prefix + key, part] satisfies Change,
    ...fieldsOf(part, `${prefix}${key}.`),
  ]);
}

function applied(body: Record<string, unknown>, changes: Change[]): unknown {
  const changed: Record<string, unknown> = structuredClone(body);
  for (const [path, value] of changes) setAt(changed, path.split('.'), value);
  return changed;
}

function setAt(target: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  const inner = Object.hasOwn(target, key) ? target[key] : undefined;
  if (rest.length > 0 && typeof inner === 'object' && inner !== null && !(inner instanceof RawJson)) {
    setAt(inner as Record<string, unknown>, rest, value);
    return;
  }
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
