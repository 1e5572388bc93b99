import { describe, expect, it } from 'vitest';
import { handler as fetchRecording } from '#functions/queue/fetch-recording.ts';
import { pointNumber } from '#shared/numbers/manage-numbers.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import type { CompanyRecording } from '#test/carriers/company.ts';
import { carriers, useCarrierAccounts } from '#test/carriers/each-carrier.ts';
import { createService, PUBLIC_URL } from '#test/carriers/service.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createMemoryAssistantStore, createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';

useCarrierAccounts();

const NUMBER = '+12025550200';
const CALLER = '+12025550100';

describe.each(carriers)('a number in an account of $name', ({ under }) => {
  it('is pointed to the service, once', async () => {
    const { carrierSide, company } = await createService(under);
    const carrier = carrierSide.numbers(carrierSide.account);
    const point = (phoneNumber: string, isDryRun = false) =>
      pointNumber({ phoneNumber, publicUrl: PUBLIC_URL, isDryRun }, { carrier });
    const number = { id: 'N1', phoneNumber: NUMBER, pointing: {} };
    company.numbers.push(number);
    expect(await point(NUMBER, true)).toMatchObject({ outcome: 'points_elsewhere', before: null });
    expect(number.pointing).toEqual({});
    expect(await point(NUMBER)).toMatchObject({ outcome: 'pointed' });
    expect(await point(NUMBER)).toMatchObject({ outcome: 'was_pointed', before: expect.stringContaining(PUBLIC_URL) });
    expect(await point(CALLER)).toMatchObject({ outcome: 'not_at_carrier' });
  });

  async function receive(changes: Partial<PhoneNumber> = {}) {
    const service = await createService(under);
    const { carrierSide, calls } = service;
    const assistant = buildAssistant({ type: 'inbound', phoneNumberId: 1001, initialMessage: 'Hello, this is Mia.' });
    const inbound = { phoneNumber: NUMBER, carrierAccount: carrierSide.account, inboundAssistantId: assistant.id };
    const numbers = [buildPhoneNumber({ ...inbound, ...changes })];
    const deps = {
      ...service,
      phoneNumbers: createMemoryPhoneNumberStore(numbers),
      assistants: createMemoryAssistantStore([assistant], numbers),
    };
    const id = `CA${'7'.padStart(32, '0')}`;
    const ring = (from: string | null) => carrierSide.ring({ id, from, to: NUMBER }, deps);
    const received = async () => {
      const key = await calls.findByCarrierId(id);
      return key && calls.get(key);
    };
    return { ring, received };
  }

  it.each([
    { from: CALLER, known: CALLER },
    { from: null, known: 'anonymous' },
  ])('takes the calls of $known, once', async ({ from, known }) => {
    const { ring, received } = await receive();
    expect(await ring(from)).toMatchObject({ connect: { greeting: 'Hello, this is Mia.' } });
    expect(await ring(from)).toMatchObject({ connect: {} });
    expect(await received()).toMatchObject({ type: 'inbound', status: 'in-progress', clientPhoneNumber: known });
  });

  it('takes no calls over another account', async () => {
    const { ring, received } = await receive({ carrierAccount: 'third' });
    expect(await ring(CALLER)).toBe('hang up');
    expect(await received()).toBeUndefined();
  });
});

/** A header that states its size, and four samples. */
const WAV = new Uint8Array(Buffer.from('RIFF\u0008\0\0\0WAVE\u0001\u0002\u0003\u0004'));

describe.each(carriers)('a recording at $name', ({ under }) => {
  async function record(state: CompanyRecording['state']) {
    const service = await createService(under, { recordingSecret: 's'.repeat(43) });
    const { key, carrierSide, company } = service;
    await service.dial();
    await service.report({ status: 'in-progress' });
    await service.report({ status: 'ended', durationSeconds: 9 });
    const recording: CompanyRecording = { id: 'RE1', callId: service.id(), state, durationSeconds: 9, audio: WAV };
    company.recordings.push(recording);
    const { recordings } = service;
    const kept = { carrierRecordings: carrierSide.recordings, retentionDays: 30, removesAtCarrier: true };
    const letters = createMemoryDeadLetters();
    return {
      ...service,
      recording,
      letters,
      announce: () => carrierSide.reportRecording(key, service.id(), recording, service),
      fetch: () => fetchRecording.with({ ...service, ...kept }, letters)(sqsEvent(key)),
      play: async () => recordings.play(await recordings.link(key, { seconds: 60, fileName: 'x' })),
    };
  }

  it.each([true, false])('is asked for if the assistant records: %s', async (isRecorded) => {
    const service = await createService(under, {}, { record: isRecorded });
    await service.dial();
    expect(await service.ask()).toMatchObject({ connect: { isRecorded } });
  });

  it('is announced, brought here, and removed there', async () => {
    const { announce, fetch, play, queue, now, company, key } = await record('ready');
    expect((await announce()).statusCode).toBe(204);
    expect(queue.sent).toContainEqual(expect.objectContaining({ queue: 'fetch-recording', message: key }));
    expect(await now()).toMatchObject({ recording: { id: 'RE1', durationSeconds: 9 } });
    await fetch();
    expect(new Uint8Array((await play())!)).toEqual(WAV);
    expect(company.recordings).toEqual([]);
    // A repeated message finds nothing there.
    await expect(fetch()).resolves.toEqual({ batchItemFailures: [] });
  });

  it('is found when its callback was lost, once the carrier has made it', async () => {
    const { fetch, play, letters, recording } = await record('open');
    await fetch();
    expect(letters.sentAgain).toHaveLength(1);
    recording.state = 'ready';
    await fetch();
    expect(new Uint8Array((await play())!)).toEqual(WAV);
  });

  it('that was not made is not waited for', async () => {
    const { announce, fetch, letters, now, clock } = await record('absent');
    await announce();
    expect(await now()).toMatchObject({ recordingAbsentAt: clock.now(), recording: null });
    await fetch();
    expect(letters).toMatchObject({ sentAgain: [], deadLetters: [] });
  });
});
