import { expect } from 'vitest';
import { emptyCallBody } from '#shared/calls/call.ts';
import { table } from '#shared/container.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { callIdAt, storeSettledCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { buildSms } from '#test/support/builders.ts';

export const CREATE_ASSISTANT = 'POST /user/assistant';
export const UPDATE_ASSISTANT = 'PUT /user/assistant/{id}';
export const LIST_ASSISTANTS = 'GET /user/assistants/get';

/** Texts in a line, parted by « | ». */
export const texts = (line: string): string[] => line.split(' | ');

export type Fields = Record<string, unknown>;
export type Refuse = (errors: Record<string, string>) => Fields;

const refuse =
  (message: string): Refuse =>
  (errors) => ({
    message,
    errors: Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
  });

/** The body of a 422 of assistants and leads. */
export const validationFailed = refuse('Validation failed');
/** The body of a 422 of everything else. */
export const dataInvalid = refuse('The given data was invalid.');

/** Every id of a list in its order, whether paginated or plain. */
export function idsOf(body: unknown): number[] {
  const list = Array.isArray(body) ? body : (body as { data: unknown[] }).data;
  return (list as Array<{ id: number }>).map(({ id }) => id);
}

/** The record that an answer holds. */
export const dataOf = ({ body }: { body: unknown }) => (body as { data: Fields & { id: number } }).data;

/** The stranger in the place of the customer. */
export const asStranger = (world: World): World => ({
  ...world,
  customer: world.stranger,
  ask: (endpoint, ask) => world.ask(endpoint, { ...ask, token: world.stranger.token }),
});

async function create(world: World, endpoint: string, body: Fields): Promise<number> {
  const answer = await world.ask<{ data: { id: number } }>(endpoint, { body });
  expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status);
  return dataOf(answer).id;
}

export const createAssistant = async (world: World, changes: Fields = {}) =>
  create(world, CREATE_ASSISTANT, assistantRequest(changes));
let tools = 0;
export const createTool = async (world: World, changes: Fields = {}) =>
  create(world, 'POST /user/tools', {
    // Letters and underscores only.
    name: `tool_${String((tools += 1)).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`,
    description: 'Finds slots.',
    endpoint: 'https://example.com/slots',
    method: 'GET',
    ...changes,
  });
export const strangersAssistant = async (world: World) => createAssistant(asStranger(world));

export const leadRequest = ({ customer }: World, changes: Fields = {}): Fields => ({
  phone_number: '+12025550170',
  campaign_id: customer.campaign.id,
  ...changes,
});

export const createLead = async (world: World, changes: Fields = {}) =>
  create(world, 'POST /user/leads', leadRequest(world, { allow_dupplicate: true, ...changes }));

export async function createCampaign(world: World): Promise<number> {
  const assistant_id = await createAssistant(world);
  return create(world, 'POST /user/campaigns', { name: 'Spring', assistant_id, mark_complete_when_no_leads: false });
}

export const createToken = async (world: World) => create(world, 'POST /user/tokens', { name: 'ci', scopes: ['read'] });

/** A call that is over. */
export async function settledCall(world: Pick<World, 'customer'>): Promise<number> {
  const call = { id: callIdAt('2026-06-30T12:00:00Z'), status: 'completed' as const };
  return (await storeSettledCall(world, call, emptyCallBody({ customer_name: 'Ada' }))).id;
}

/** An SMS that is on its way. */
export async function sentSms({ customer }: Pick<World, 'customer'>): Promise<number> {
  const id = callIdAt('2026-06-30T12:00:00Z');
  const sms = buildSms({ userId: customer.userId, id, phoneNumberId: customer.numbers.normal.id, status: 'sent' });
  await put(table(), { ...keys.sms.key(customer.userId, id), ...sms });
  return id;
}

/** The record of an assistant, as the list shows it. */
export async function readAssistant(world: World, id: number): Promise<Fields | undefined> {
  const { body } = await world.ask<{ data: Fields[] }>(LIST_ASSISTANTS, { query: 'per_page=100' });
  return body.data.find((record) => record['id'] === id);
}

/** The double next to this one. */
export function neighbour(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? direction : -direction));
  return view.getFloat64(0);
}
