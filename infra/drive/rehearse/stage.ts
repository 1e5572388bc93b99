import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { readConnection } from '#infra/local/address/connection-file.ts';
import { startLocalStack } from '#infra/local/compose/local-stack.ts';
import { TOKEN_SEED } from '#infra/local/compose/stack-secrets.ts';
import { BadInput } from '#infra/local/rehearsal/load-rehearsal.ts';
import type { Stage } from '#infra/local/rehearsal/stage.ts';
import { createAccessToken } from '#shared/accounts/access-tokens.ts';

const USER_ID = 1;

/** A busy machine leaves gaps in a voice that is twenty times as fast as on the telephone. Customers do not take them for its end. */
const REACTION_MS = 250;

/** Starts a stack that is deleted afterwards. */
export async function openStage(speed: number, developer: Record<string, string | undefined>): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ringback-rehearsal-'));
  const template = developer['TEMPLATE'] || undefined;
  const discard = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const starting = startLocalStack({
    port: 0,
    dataDir,
    simulatorSpeed: speed,
    reactionMs: REACTION_MS,
    template,
    developer,
  });
  const stack = await starting.catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const { base_url: baseUrl, simulator_url: simulatorUrl, users } = stack.address;
  const user = users.find(({ id }) => id === USER_ID);
  if (!user) throw new Error('the stack has no user');
  return {
    baseUrl,
    token: user.token,
    userId: user.id,
    simulatorUrl,
    speed,
    logFile: join(dataDir, 'ringback.log'),
    async close() {
      await stack.stop();
      await discard();
    },
  };
}

/** Uses the running stack of a data folder. @throws BadInput when no stack runs on it */
export async function joinStage(dataDir: string): Promise<Stage> {
  const connection = await readConnection(dataDir);
  if (!connection) throw new BadInput(`no local stack runs on ${dataDir}: start one with npm start`);
  const secrets = v.parse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
    await readFile(connection.secretsFile, 'utf8'),
  );
  const seed = createHmac('sha256', secrets[TOKEN_SEED] ?? '').update(`token:${USER_ID}`);
  return {
    baseUrl: `${connection.publicUrl}/api`,
    token: createAccessToken(seed.digest()),
    userId: USER_ID,
    simulatorUrl: connection.carrier.apiUrl,
    speed: Number.NaN,
    logFile: join(dataDir, 'ringback.log'),
    close: async () => undefined,
  };
}
