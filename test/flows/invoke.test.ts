import { beforeAll, describe, expect, it } from 'vitest';
import { findRow, invokeFunction, isSimulated } from '#infra/drive/invoke/invoke-function.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack({ workers: false });

describe('npm run invoke', () => {
  // It waits ten seconds for a worker that does not work: begun first, and looked at last.
  let patient: ReturnType<typeof invokeFunction>;
  beforeAll(() => void (patient = invokeFunction(running().stack, findRow('sms/send-sms'))));
  const isPatient = ({ id }: ManifestRow) => id === 'sms/send-sms';
  const rows = manifest.filter(isSimulated).toSorted((one, other) => Number(isPatient(one)) - Number(isPatient(other)));

  it.each(rows)('runs $id from its sample event', async (row) => {
    const { answer, isHandled } = await (isPatient(row) ? patient : invokeFunction(running().stack, row));
    expect({ answer, isHandled }).toMatchObject({ isHandled: true });
    const { statusCode = 200 } = (answer ?? {}) as { statusCode?: number };
    // That there is no such endpoint is the success of the one that says so.
    expect(statusCode).toBeLessThan(row.id === 'docs/unknown-endpoint' ? 405 : 400);
    expect(answer).not.toMatchObject({ body: expect.stringContaining('<Reject') });
  });

  it('shows what is said to the carrier', async () => {
    const { frames } = await invokeFunction(running().stack, findRow('socket/message'));
    const said = frames.map((frame) => (JSON.parse(frame) as { token: string }).token).join('');
    expect(said).toBe('I am Mia, a friendly receptionist. May I ask whether you want an appointment?');
  });

  it('runs no callback of a carrier that the stack does not simulate', async () => {
    const row = { ...findRow('carrier/twilio-call-status'), id: 'carrier/paper-call' };
    await expect(invokeFunction(running().stack, row)).rejects.toThrow(
      /does not simulate the carrier of carrier\/paper/,
    );
  });

  it('names the functions there are when it is asked for another', () => {
    expect(() => findRow('calls/no-call')).toThrow(/no function calls\/no-call; there are .*calls\/make-call/);
  });
});
