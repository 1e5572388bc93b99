import { randomInt } from 'node:crypto';
import { createDemoApi } from '#infra/local/rehearsal/demo-api.ts';
import type { LoadedRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';
import { watchMachine } from '#infra/local/rehearsal/machine-wait.ts';
import { createNameLocks } from '#infra/local/rehearsal/name-locks.ts';
import { startCustomerServer } from '#infra/local/rehearsal/played-customer.ts';
import type { Progress } from '#infra/local/rehearsal/report.ts';
import { type RehearsalDeps, type Result, runRehearsal } from '#infra/local/rehearsal/run-rehearsal.ts';
import type { Stage } from '#infra/local/rehearsal/stage.ts';
import { startToolServer } from '#infra/local/rehearsal/tool-server.ts';

interface RehearsalsOptions {
  stage: Stage;
  /** The number of parallel calls. */
  parallel: number;
  environment: Record<string, string | undefined>;
  progress: Progress;
  /** Runs before a rehearsal is made again: scripted models begin with their first answer. */
  restartModels?: (() => void) | undefined;
}

/** Numbers without a standard customer. */
const FIRST_LINE = 2000;
const LINES = 7000;

/** Of a call, in which the stack waited for a processor: its customer and its model were as late. */
const LATE_SHARE = 0.1;

/** Whether a failure may be one of the machine, so that the rehearsal is made once more, alone. */
function isMachines(result: Result | undefined): boolean {
  if (!result?.outcome || result.failures.length === 0) return false;
  return result.outcome.machine > result.outcome.duration * LATE_SHARE;
}

/** Rehearses all of them, some at a time. The results are in the order of the files. */
export async function runRehearsals(
  rehearsals: readonly LoadedRehearsal[],
  { stage, parallel, environment, progress, restartModels }: RehearsalsOptions,
): Promise<Result[]> {
  const problems = new Map<string, string>();
  const customers = await startCustomerServer((number, problem) => problems.set(number, problem));
  const toolServer = await startToolServer(stage.speed || 1);
  const toolNames = createNameLocks();
  const machine = watchMachine();
  const api = createDemoApi(stage.baseUrl, stage.token);
  const deps: RehearsalDeps = { stage, api, customers, environment, machine, problems, toolServer, toolNames };
  // On a stack that keeps running, customers of an earlier run may still be on a call.
  const first = randomInt(LINES);
  const numberOf = (index: number) => `+1202555${FIRST_LINE + ((first + index) % LINES)}`;
  const results: Result[] = [];
  const waiting = rehearsals.entries();
  const takeNext = async () => {
    for (const [index, rehearsal] of waiting) {
      progress.begin(rehearsal.name);
      const result = await runRehearsal(rehearsal, numberOf(index), deps);
      results[index] = result;
      progress.end(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, rehearsals.length) }, takeNext));
    for (const [index, rehearsal] of rehearsals.entries()) {
      if (!isMachines(results[index])) continue;
      restartModels?.();
      progress.begin(rehearsal.name);
      const result = { ...(await runRehearsal(rehearsal, numberOf(rehearsals.length + index), deps)), isSecond: true };
      results[index] = result;
      progress.end(result);
    }
  } finally {
    progress.close();
    machine.stop();
    await customers.stop();
    await toolServer.stop();
  }
  return results;
}
