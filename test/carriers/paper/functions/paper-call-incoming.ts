import * as v from 'valibot';
import { receiveCall, type ReceiveCallDeps } from '#shared/call-life/receive-call.ts';
import { assistants, calls, models, phoneNumbers, queue, timer, voices, wallets } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { ofNumber } from '#test/carriers/paper/paper-callback.ts';
import { paperInstructions } from '#test/carriers/paper/paper-container.ts';
import { paperCaller } from '#test/carriers/paper/paper-words.ts';

/** A number is called. What paper writes of the call afterwards goes to the address in the instructions. */
export const handler = ofNumber({
  id: 'carrier/paper-call-incoming',
  form: v.object({ slip: v.string(), from: paperCaller, to: v.string() }),
  deps: (): ReceiveCallDeps => ({
    calls: calls(),
    phoneNumbers: phoneNumbers(),
    assistants: assistants(),
    wallets: wallets(),
    voices: voices(),
    models: models(),
    instructions: paperInstructions(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
  }),
  handle: ({ form: { slip: carrierCallId, from, to }, account: carrierAccount }, deps) =>
    receiveCall({ carrierCallId, carrierAccount, from, to }, deps),
});
