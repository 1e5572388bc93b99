import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';
import { judgeAnswer, type WildAnswer } from '#test/properties/judge-answer.ts';
import { wildRequests, type WildRequest } from '#test/properties/requests.ts';
import { propertySeed } from '#test/properties/seed.ts';
import { useQuietService } from '#test/properties/service.ts';
import { subjectOf } from '#test/properties/subjects.ts';
import { differences } from '#test/properties/table-guard.ts';

/** RUNS=10 for a long run. */
const FACTOR = Number(process.env['RUNS'] ?? 1);
const RUNS = { GET: 25 * FACTOR, DELETE: 35 * FACTOR, PUT: 60 * FACTOR, POST: 60 * FACTOR };
const RUNS_OVER_HTTP = 5 * FACTOR;

/** Every accepted message takes a worker and a carrier. */
const runsOf = ({ id, method }: HttpRow) => {
  const runs = method === 'ANY' ? RUNS.GET : RUNS[method];
  return id === 'sms/send-sms' ? runs / 2 : runs;
};

/** Sends endpoints whatever can be sent. Every answer is one of the contract's, and what is refused has changed nothing. */
export function describeEndpoints(endpoints: readonly HttpRow[]): void {
  const service = useQuietService();

  it('would see what a request writes', async () => {
    const { guard, untouched } = service();
    const item = JSON.stringify({ pk: { S: 'WRITTEN' }, sk: { S: 'WRITTEN' } });
    await guard.restore(new Map([...untouched, ['WRITTEN WRITTEN', item]]), untouched);
    const after = await guard.read();
    expect(differences(untouched, after)).toEqual([`WRITTEN WRITTEN: nothing -> ${item}`]);
    await guard.restore(untouched, after);
    expect(differences(untouched, await guard.read())).toEqual([]);
  });

  describe.each(endpoints)('$method $path', (row) => {
    it('answers whatever it is sent as the contract says, and a refusal changes nothing', async () => {
      expect.hasAssertions();
      await expectProperty(row, runsOf(row), service().ask);
    });

    it('does so over HTTP too', async () => {
      expect.hasAssertions();
      await expectProperty(row, RUNS_OVER_HTTP, service().fetch);
    });
  });

  async function expectProperty(
    row: HttpRow,
    numRuns: number,
    ask: (request: WildRequest) => Promise<WildAnswer>,
  ): Promise<void> {
    const { guard, scene, untouched, takeErrors } = service();
    const requests = wildRequests(row, await subjectOf(row.id, scene.ids), Object.values(scene.ids));
    const property = fc.asyncProperty(requests, async (request) => {
      takeErrors();
      const answer = await ask(request);
      const problems = judgeAnswer(row, answer);
      const after = await guard.read();
      const changes = differences(untouched, after);
      if (changes.length > 0) await guard.restore(untouched, after);
      if (isRefusal(answer) || row.method === 'GET') problems.push(...changes);
      const log = problems.length === 0 ? [] : takeErrors();
      expect({ problems, log, answer: answer.body.slice(0, 500) }).toMatchObject({ problems: [], log: [] });
    });
    await fc.assert(property, { numRuns, seed: propertySeed });
  }
}

/** A message that the carrier refuses has been charged and refunded, which the ledger tells. */
function isRefusal({ status }: WildAnswer): boolean {
  return status >= 400 && status < 500;
}
