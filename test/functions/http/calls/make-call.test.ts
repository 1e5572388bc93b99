import { expect, it } from 'vitest';
import { handler } from '#functions/http/calls/make-call.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

it('a request without a key that is repeated after a 500 is answered with the call that was stored, and says so', async () => {
  const service = memoryService({
    balance: 100_000_000,
    assistants: [buildAssistant({ id: 501 })],
    numbers: [buildPhoneNumber({ id: 1001 })],
  });
  const ids = { ...service.ids, recordId: () => createRecordId(service.clock.now(), Math.random) };
  const deps = { ...service, ids, waitingCallsPerUser: 9 };
  const { createWithHold } = deps.calls;
  deps.calls.createWithHold = async (...given) => {
    deps.calls.createWithHold = createWithHold;
    await createWithHold(...given);
    throw new Error('socket hang up');
  };
  const event = httpEvent({ body: { phone_number: '+12025550100', assistant_id: 501 } });
  const ask = () => handler.with(deps)(event);
  expect(readResponse(await ask())).toMatchObject({ status: 500 });
  const [stored] = await deps.storedCalls();
  const repeated = await ask();
  expect(readResponse(repeated)).toMatchObject({ status: 200, body: { call_id: stored!.id, status: 'initiated' } });
  expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true' });
});
