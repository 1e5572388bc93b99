import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { stringify } from 'yaml';
import type { StackAddress, SeededUser } from '#infra/local/address/stack-address.ts';
import { gatewayAnswers, type HttpAnswer, type HttpRequest, jsonAnswer } from '#infra/local/aws/http/http-message.ts';
import { asUser, type StackAction } from '#infra/local/pages/studio/stack-actions.ts';
import { BadInput, loadRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';
import { Rehearsal } from '#infra/local/rehearsal/rehearsal.ts';
import { runRehearsals } from '#infra/local/rehearsal/run-rehearsals.ts';

interface RehearsalPlace {
  address: StackAddress;
  /** Rehearsals are kept in its folder `rehearsals`. */
  dataDir: string;
  /** The log of the functions: a rehearsal reads from it which tools were called. */
  logFile: string;
  /** Call seconds in a second. */
  speed: number;
}

const Saved = v.pipe(v.string(), v.parseJson(), Rehearsal);
const ToRun = v.pipe(v.string(), v.parseJson(), v.object({ file: v.string() }));

/** What the studio of a local stack does beyond the API: keep what was said as a rehearsal, and run it. */
export function rehearsalActions(place: RehearsalPlace | undefined): ReadonlyMap<string, StackAction> {
  const files = new Set<string>();
  const withPlace = (
    act: (request: HttpRequest, place: RehearsalPlace, user: SeededUser) => Promise<HttpAnswer>,
  ): StackAction => (place ? asUser(place.address.users, (request, user) => act(request, place, user)) : unavailable);
  return new Map([
    [
      '/local/rehearsals',
      withPlace(async ({ body }, { dataDir }) => {
        const rehearsal = v.safeParse(Saved, body.toString());
        if (!rehearsal.success) return jsonAnswer(422, { message: v.summarize(rehearsal.issues) });
        const file = await keep(rehearsal.output, join(dataDir, 'rehearsals'));
        if (file === undefined) return jsonAnswer(409, { message: TOO_MANY });
        files.add(file);
        return jsonAnswer(200, { file });
      }),
    ],
    [
      '/local/rehearsals/run',
      withPlace(async ({ body }, known, user) => {
        const wanted = v.safeParse(ToRun, body.toString());
        if (!wanted.success || !files.has(wanted.output.file)) return gatewayAnswers.notFound;
        return run(wanted.output.file, known, user);
      }),
    ],
  ]);
}

const unavailable: StackAction = () => Promise.resolve(gatewayAnswers.unauthorized);

const MOST_OF_A_NAME = 99;
const TOO_MANY = `There are ${MOST_OF_A_NAME} rehearsals with this name. Remove files of the folder rehearsals, or rename them.`;

/**
 * Writes a file, and returns its path as a command line names it. A file that exists is never written over: a rehearsal with the same name gets
 * a number, unless it is the same rehearsal. Undefined: there are too many.
 */
async function keep(rehearsal: Rehearsal, folder: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const name = (rehearsal.name ?? 'rehearsal').toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const stem = join(folder, name.replaceAll(/^-|-$/g, '') || 'rehearsal');
  const text = stringify(rehearsal);
  for (let number = 1; number <= MOST_OF_A_NAME; number += 1) {
    const file = `${stem}${number === 1 ? '' : `-${number}`}.yaml`;
    if (await isWritten(file, text)) {
      const path = relative(process.cwd(), file);
      return path.startsWith('..') ? file : path;
    }
  }
  return undefined;
}

/** Whether the file has this text now. */
async function isWritten(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return (await readFile(file, 'utf8').catch(() => undefined)) === text;
  }
}

async function run(file: string, { address, logFile, speed }: RehearsalPlace, user: SeededUser): Promise<HttpAnswer> {
  try {
    const stage = {
      baseUrl: address.base_url,
      token: user.token,
      userId: user.id,
      simulatorUrl: address.simulator_url,
      speed,
      logFile,
      close: () => Promise.resolve(),
    };
    const progress = { begin: () => undefined, end: () => undefined, close: () => undefined };
    const rehearsals = [await loadRehearsal(file)];
    const [result] = await runRehearsals(rehearsals, { stage, parallel: 1, environment: process.env, progress });
    return jsonAnswer(200, { failures: result?.failures ?? [], seconds: result?.seconds ?? 0 });
  } catch (error) {
    if (error instanceof BadInput) return jsonAnswer(422, { message: error.message });
    throw error;
  }
}
