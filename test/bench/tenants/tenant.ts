import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalStack } from '#infra/local/compose/local-stack.ts';
import { wallets } from '#shared/container.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { askSimulator } from '#test/bench/stack-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

export interface Tenant {
  id: number;
  call(to: string): Promise<number>;
  list(): Promise<number>;
}

/** A user with money, and an assistant whose calls have webhooks. */
export async function createTenant({ address }: LocalStack, index: number): Promise<Tenant> {
  const { id, token } = address.users[index]!;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(address.base_url + path, init);
    return { status: response.status, body: (await response.json()) as { data?: { id: number }; call_id?: number } };
  };
  const money = { id: createRecordId(Date.now(), Math.random), userId: id, amount: 1e12, createdAt: Date.now() };
  await wallets().book({ ...money, kind: 'top_up', reference: 'bench' });
  const webhook = { is_webhook_active: true, webhook_url: `${address.webhook_sink_url}/${id}` };
  const settings = { ...webhook, send_webhook_only_on_completed: false, post_call_evaluation: false };
  const { body } = await send('POST', '/user/assistant', assistantRequest(settings));
  const assistant_id = body.data!.id;
  return {
    id,
    async call(phone_number) {
      for (;;) {
        const answer = await send('POST', '/user/make_call', { phone_number, assistant_id, allow_parallel: true });
        if (answer.status === 200) return answer.body.call_id!;
        if (answer.status !== 429) throw new Error(`make_call: ${answer.status}`);
        await sleep(200);
      }
    },
    list: async () => (await send('GET', '/user/calls?per_page=10')).status,
  };
}

export interface CarrierCall {
  to: string;
  createdAt: number;
  endedAt: number | null;
  parameters: Record<string, unknown>;
}

export async function carrierCalls(stack: LocalStack, to: string): Promise<CarrierCall[]> {
  const { calls } = await askSimulator<{ calls: CarrierCall[] }>(stack, `calls?to=${encodeURIComponent(to)}`);
  return calls;
}
