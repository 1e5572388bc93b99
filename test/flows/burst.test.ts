import { expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { numberLike } from '#test/support/many-numbers.ts';
import { createAssistant, listCalls, timesDialled } from '#test/support/over-http.ts';

// At the speed of `npm start`: 20 dials in a second.
const running = useLocalStack({ simulatorSpeed: 20 });
const BUSY = '+12025550150';
const CALLS = 40;

it('dials every call of a burst of two users once', async () => {
  const { api, as } = running();
  const clients = [api, as(2)];
  const assistants = await Promise.all(clients.map((client) => createAssistant(client)));
  const answers = await Promise.all(
    Array.from({ length: CALLS }, async (_, index) => {
      const user = index < CALLS - 2 ? 0 : 1;
      const request = { phone_number: numberLike(BUSY, index), assistant_id: assistants[user] };
      return clients[user]!<{ call_id: number }>('POST', '/user/make_call', request);
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const ids = answers.map(({ body }) => body.call_id);
  const over = await waitFor('the end of all calls', async () => {
    const pages = await Promise.all(clients.map((client) => listCalls(client)));
    const calls = pages.flatMap(({ data }) => data).filter(({ id }) => ids.includes(id));
    return calls.every(({ status }) => status === 'busy') && calls;
  });
  expect(over).toHaveLength(CALLS);
  const [listed, record] = await waitFor('the end of all calls, settled', async () => {
    const [list, one] = await Promise.all([
      api<{ total: number; data: object[] }>('GET', '/user/calls?outcome=busy&include=outcome&per_page=1'),
      api<object>('GET', `/user/calls/${ids[0]}`),
    ]);
    return list.body.total === CALLS - 2 && ([list.body, one.body] as const);
  });
  expect(listed.data).toMatchObject([{ outcome: 'busy' }]);
  const reason = { by: 'customer', code: 'sip_486', text: 'The line is busy. SIP 486: Busy Here.' };
  expect(record).toMatchObject({ outcome: 'busy', end_reason: 'busy', reason });
  expect(new Set(await timesDialled(running(), ids))).toEqual(new Set([1]));
});
