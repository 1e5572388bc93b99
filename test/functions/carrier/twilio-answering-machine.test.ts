import { describe, expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-answering-machine.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { CallStatus } from '#shared/domain/call/call-status.ts';
import { carrierEvent, verifySigned } from '#test/support/carrier-event.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

async function setup(assistant: Partial<Assistant> = {}, status: CallStatus = 'in-progress') {
  const subject = await storeCall({ status, carrierCallId }, assistant);
  const endpoint = handler.with(subject, verifySigned, () => subject.clock.now());
  const detect = (AnsweredBy: string, signature?: string) =>
    endpoint(carrierEvent(subject.key, 'answering-machine', { CallSid: carrierCallId, AnsweredBy }, signature));
  return { ...subject, detect };
}

describe('answering machine callback', () => {
  it.each([
    { verdict: 'human', answeredBy: 'human', endedBy: null },
    { verdict: 'unknown', answeredBy: 'unknown', endedBy: null },
    { verdict: 'machine_start', answeredBy: 'machine', endedBy: 'assistant' },
    { verdict: 'machine_end_beep', answeredBy: 'machine', endedBy: 'assistant' },
    { verdict: 'fax', answeredBy: 'machine', endedBy: 'assistant' },
  ])('takes $verdict for $answeredBy', async ({ verdict, answeredBy, endedBy }) => {
    const { detect, now, carrier } = await setup();
    expect((await detect(verdict)).statusCode).toBe(204);
    expect(await now()).toMatchObject({ answeredBy, endedBy });
    expect(carrier.hungUp).toEqual(endedBy === null ? [] : [carrierCallId]);
  });

  it('talks to a machine when the assistant may', async () => {
    const { detect, now, carrier } = await setup({ endCallOnVoicemail: false });
    await detect('machine_start');
    expect(await now()).toMatchObject({ answeredBy: 'machine', endedBy: null });
    expect(carrier.hungUp).toEqual([]);
  });

  it('changes nothing of a call that is final', async () => {
    const { detect, now, carrier } = await setup({}, 'completed');
    await detect('machine_start');
    expect((await now())?.answeredBy).toBe('unknown');
    expect(carrier.hungUp).toEqual([]);
  });

  it('answers 403 to a forged callback and hangs nobody up', async () => {
    const { detect, carrier } = await setup();
    expect((await detect('machine_start', 'forged')).statusCode).toBe(403);
    expect(carrier.hungUp).toEqual([]);
  });
});
