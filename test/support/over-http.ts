import type { CallDetailRecord } from '#shared/call-life/read-calls.ts';
import type { ApiClient } from '#test/support/api-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { type RunningStack, waitFor } from '#test/support/local-stack.ts';

/** Posts a record. Returns its id. */
export async function create(api: ApiClient, path: string, request: object): Promise<number> {
  const { status, body } = await api<{ data: { id: number } }>('POST', path, request);
  if (status > 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body.data.id;
}

export const createAssistant = (api: ApiClient, changes: object = {}): Promise<number> =>
  create(api, '/user/assistant', assistantRequest({ ...changes }));

/** Returns the id of the call. */
export async function makeCall(api: ApiClient, phone_number: string, assistant_id: number, more: object = {}) {
  const request = { phone_number, assistant_id, ...more };
  const { status, body } = await api<{ call_id: number }>('POST', '/user/make_call', request);
  if (status !== 200) throw new Error(`a call was answered with ${status}: ${JSON.stringify(body)}`);
  return body.call_id;
}

/** A campaign that calls at any hour is started with these leads. */
export async function startCampaign(api: ApiClient, assistant_id: number, numbers: string[], rules: object = {}) {
  const hours = { allowed_hours_start_time: '00:00', allowed_hours_end_time: '23:59' };
  const campaign_id = await create(api, '/user/campaigns', { name: 'Spring', assistant_id, ...hours, ...rules });
  for (const phone_number of numbers) await create(api, '/user/leads', { campaign_id, phone_number });
  await api('POST', '/user/campaigns/update-status', { campaign_id, action: 'start' });
  return campaign_id;
}

export const isOpen = ({ status }: { status: string }): boolean =>
  ['initiated', 'ringing', 'in-progress', 'ended'].includes(status);

export const readCall = async (api: ApiClient, id: number): Promise<CallDetailRecord> =>
  (await api<CallDetailRecord>('GET', `/user/calls/${id}`)).body;

/** Calls that are in the list, as lists show them. */
export const listCalls = async (api: ApiClient, query = '') =>
  (await api<{ data: CallDetailRecord[]; total: number }>('GET', `/user/calls?per_page=100&${query}`)).body;

/** The record when it is settled, and whatever else is wanted of it. */
export const settledCall = (
  api: ApiClient,
  id: number,
  isWanted: (call: CallDetailRecord) => boolean | Promise<boolean> = () => true,
  deadlineMs?: number,
): Promise<CallDetailRecord> =>
  waitFor(
    `call ${id} to be settled`,
    async () => {
      const call = await readCall(api, id);
      return call.outcome !== null && (await isWanted(call)) && call;
    },
    deadlineMs,
  );

/** Whether the webhook of a call was answered, with 200 unless told otherwise. */
export const isAnnounced = ({ webhook_response }: Pick<CallDetailRecord, 'webhook_response'>): boolean =>
  (webhook_response as { status?: number }).status === 200;

/** What the carrier simulator knows of a call. */
export interface SimulatedCall {
  sid: string;
  from: string;
  status: string;
  finished: boolean;
  timeLimitSeconds: number;
  dialogue: Array<{ who: string; text: string; cut?: boolean }>;
  requests: Array<{ purpose: string; status?: number; parameters: Record<string, string> }>;
  timeline: Array<{ type: string; data: Record<string, unknown> }>;
}

/** How often each of these calls was dialled: the simulator keeps every request of the service. */
export async function timesDialled({ simulator }: Pick<RunningStack, 'simulator'>, ids: number[]): Promise<number[]> {
  const { attempts } = await simulator<{ attempts: Array<{ url: string }> }>('/dial-attempts');
  return ids.map((id) => attempts.filter(({ url }) => url.includes(`/${id}/`)).length);
}
