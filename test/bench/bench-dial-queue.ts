import { createTable } from '#infra/local/aws/table/dynamodb-emulator.ts';
import { onTable, TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { simulateDialQueue, type Dialled } from '#test/stores/dial-queue/simulate-dial-queue.ts';

const CALLS = 500;
const RATES = [1, 5, 20, 100];
const KILLS = 20;
const QUIET_CALLS = 20;

/** P13: calls that are accepted at once, dialled in virtual time on the real store; `dial-queue 5000` for all, `dial-queue 5000 5` for one rate. */
export const benchDialQueue = (args: string[]): Promise<BenchReport> =>
  onTable(undefined, async ({ endpoint, client }) => {
    const count = Number(args[0] ?? CALLS);
    await createTable(endpoint, TABLE);
    const rows: Array<Array<string | number>> = [];
    const rates = args[1] ? [Number(args[1])] : RATES;
    const runs = rates.flatMap((callsPerSecond) => [0, KILLS].map((kills) => ({ callsPerSecond, kills })));
    for (const [run, { callsPerSecond, kills }] of runs.entries()) {
      const user = (run + 1) * 10;
      const calls = { [user]: count - 20, [user + 1]: 20 };
      const quiet = user + 2;
      const later = kills > 0 ? [] : callsOf(quiet, callsPerSecond, count);
      const scenario = { client, tableName: TABLE, rate: { callsPerSecond }, calls, later, kills };
      const { dialled, statistics } = await simulateDialQueue(scenario);
      const twice = dialled.length - new Set(dialled.map(({ callId }) => callId)).size;
      rows.push([
        callsPerSecond,
        statistics.kills,
        dialled.length,
        twice,
        paceOf(dialled, callsPerSecond),
        longestGap(dialled),
        lastOf(dialled, user + 1),
        later.length > 0 ? longestWait(dialled, quiet, later) : '',
      ]);
    }
    const heads = ['calls a second', 'pumps killed', 'dialled', 'twice', 'percent of the rate', 'longest gap, s'];
    const ofOthers = ["last of another user's 20 calls, s", 'longest wait of a third user, ms (idle: 40)'];
    const table = markdownTable([...heads, ...ofOthers], rows);
    const headline = `- Of ${count.toLocaleString('en')} calls that are accepted at the same time, each is dialled once, at ${rates.join(', ')} dials a second, even if pumps are killed.`;
    return { table, headline };
  });

const spanOf = (dialled: Dialled[]) => (dialled.at(-1)!.at - dialled[0]!.at) / 1000;

function paceOf(dialled: Dialled[], callsPerSecond: number): number {
  return Math.round(((dialled.length - 1) / spanOf(dialled) / callsPerSecond) * 1000) / 10;
}

function longestGap(dialled: Dialled[]): number {
  const gaps = dialled.slice(1).map(({ at }, index) => at - dialled[index]!.at);
  return Math.max(...gaps) / 1000;
}

/** Of a user who makes a call now and then, a third of the pace at most, while the others wait. */
function callsOf(userId: number, callsPerSecond: number, waiting: number) {
  const every = Math.max(1210, 3210 / callsPerSecond);
  return Array.from({ length: QUIET_CALLS }, (_, index) => ({ userId, at: 1030 + index * every })).filter(
    ({ at }) => at < (waiting / callsPerSecond) * 1000,
  );
}

function longestWait(dialled: Dialled[], user: number, later: Array<{ at: number }>): number {
  const waits = dialled.filter(({ userId }) => userId === user).map(({ at }, index) => at - later[index]!.at);
  return Math.round(Math.max(...waits));
}

const lastOf = (dialled: Dialled[], user: number) => dialled.findLast(({ userId }) => userId === user)!.at / 1000;
