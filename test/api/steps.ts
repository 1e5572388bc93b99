import { expect } from 'vitest';
import type { World } from '#test/api/world.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

export const CREATE_ASSISTANT = 'POST /user/assistant';
export const UPDATE_ASSISTANT = 'PUT /user/assistant/{id}';
export const LIST_ASSISTANTS = 'GET /user/assistants/get';

/** Ids that no record has, and texts that are no ids. */
export const foreignIds = [
  '999999',
  '9007199254740991',
  '9007199254740992',
  '18446744073709551616',
  '0',
  '-1',
  '1.5',
  '1e3',
  'abc',
  '0x10',
  '%20',
  '01',
];

type Fields = Record<string, unknown>;

/** The body of a 422 of assistants and leads. */
export function validationFailed(errors: Record<string, string>): Fields {
  return { message: 'Validation failed', errors: asLists(errors) };
}

/** The body of a 422 of everything else. */
export function dataInvalid(errors: Record<string, string>): Fields {
  return { message: 'The given data was invalid.', errors: asLists(errors) };
}

function asLists(errors: Record<string, string>): Fields {
  return Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]]));
}

/** A body that lacks one field. */
export function without(body: Fields, field: string): Fields {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

export async function createAssistant(world: World, changes: Fields = {}): Promise<number> {
  const { status, body } = await world.ask<{ data: { id: number } }>(CREATE_ASSISTANT, {
    body: assistantRequest(changes),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
}

/** An assistant of somebody else. */
export async function strangersAssistant(world: World): Promise<number> {
  return createAssistant({
    ...world,
    ask: (endpoint, ask) => world.ask(endpoint, { ...ask, token: world.stranger.token }),
  });
}

/** The record of an assistant, as the list shows it. */
export async function readAssistant(world: World, id: number): Promise<Fields | undefined> {
  const { body } = await world.ask<{ data: Fields[] }>(LIST_ASSISTANTS, { query: 'per_page=100' });
  return body.data.find((record) => record['id'] === id);
}

/** The double that comes next after this one. */
export function nextUp(value: number): number {
  return neighbour(value, 1);
}

/** The double that comes right before this one. */
export function nextDown(value: number): number {
  return neighbour(value, -1);
}

function neighbour(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const step = value > 0 ? direction : -direction;
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(step));
  return view.getFloat64(0);
}
