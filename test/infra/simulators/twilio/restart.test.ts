import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { politeAssistant, useCarrier } from '#test/infra/simulators/twilio/use-carrier.ts';

const SILENT = '+12025550155';

describe('a carrier that dies and comes back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrier-'));
  const carrier = useCarrier();
  let files = 0;
  const restart = async (dataFile: string, pause: () => Promise<void> = () => Promise.resolve()) => {
    await carrier.simulator().stop();
    await pause();
    await carrier.start({ dataFile });
  };
  const begin = async (): Promise<string> => {
    const dataFile = join(folder, `${(files += 1)}.jsonl`);
    await carrier.simulator().stop();
    await carrier.start({ dataFile });
    carrier.service().script = {
      twiml: { '/answered': carrier.service().relay('events="speaker-events"') },
      onFrame: politeAssistant(),
    };
    return dataFile;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('closes answered calls as completed, with the duration so far, and reports that once', async () => {
    const dataFile = await begin();
    const { body } = await carrier.dial(SILENT);
    const sid = String(body['sid']);
    await carrier.until(() => expect(carrier.service().conversations).toHaveLength(1));
    await restart(dataFile);
    expect(await carrier.finished(sid)).toMatchObject({ status: 'completed', endedBy: 'carrier' });
    expect(carrier.service().statuses()).toEqual(['initiated', 'ringing', 'in-progress', 'completed']);
    expect(carrier.service().to('/status').at(-1)?.parameters).toMatchObject({ SequenceNumber: '3' });
    await restart(dataFile);
    expect((await carrier.client().call(sid)).status).toBe('completed');
    expect(carrier.service().statuses()).toHaveLength(4);
    expect(await carrier.client().attempts()).toHaveLength(1);
  });

  it('closes unanswered calls as failed', async () => {
    const dataFile = await begin();
    const { body } = await carrier.dial('+12025550151');
    await carrier.until(() => expect(carrier.service().statuses()).toContain('ringing'));
    await restart(dataFile);
    expect(await carrier.finished(String(body['sid']))).toMatchObject({ status: 'failed', duration: 0 });
    expect(carrier.service().statuses().at(-1)).toBe('failed');
  });

  it('tries again while the service is not there yet', async () => {
    const dataFile = await begin();
    const { body } = await carrier.dial(SILENT);
    const sid = String(body['sid']);
    await carrier.until(() => expect(carrier.service().conversations).toHaveLength(1));
    const port = Number(new URL(carrier.service().url).port);
    await restart(dataFile, () => carrier.service().stop());
    await carrier.until(async () => expect((await carrier.client().call(sid)).endedBy).toBe('carrier'));
    await restart(dataFile);
    expect(await carrier.client().api('POST', `/Calls/${sid}.json`, [['Status', 'completed']])).toMatchObject({
      status: 400,
      body: { code: 21_220 },
    });
    expect(await carrier.client().call(sid)).toMatchObject({ endedBy: 'carrier' });
    await carrier.until(async () => {
      const { requests } = await carrier.client().call(sid);
      expect(requests.filter(({ failure }) => failure === 'unreachable').length).toBeGreaterThan(1);
    });
    const service = carrier.revive();
    await service.start(port);
    await carrier.finished(sid);
    expect(service.statuses()).toEqual(['completed']);
  });

  it('remembers calls, attempts and violations, and ignores a truncated line', async () => {
    const dataFile = await begin();
    await carrier.call('+12025550150');
    await carrier.dial('+12025550157');
    await carrier.simulator().stop();
    const { appendFileSync } = await import('node:fs');
    appendFileSync(dataFile, '{"kind":"call","value":{"sid":"CA');
    await carrier.start({ dataFile });
    expect(await carrier.client().control('/calls')).toMatchObject({ calls: [{ status: 'busy' }] });
    expect(await carrier.dial('+12025550157')).toMatchObject({ status: 201 });
    await carrier.simulator().stop();
    await carrier.start({ dataFile });
    expect(await carrier.client().attempts()).toMatchObject([
      { httpStatus: 201 },
      { httpStatus: 429 },
      { httpStatus: 201 },
    ]);
  });
});
