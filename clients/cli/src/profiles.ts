import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { defined } from '@ringback/client';
import { fileProblem } from './file-problem.ts';

/** A deployment, and who you are there. */
export interface Profile {
  url: string;
  token: string;
  /** `whsec_…`, to sign and verify webhooks. */
  webhook_secret?: string;
}

export interface Profiles {
  current?: string;
  profiles: Record<string, Profile>;
}

type Environment = Record<string, string | undefined>;

/** The file in the user's folder for configuration. */
export function profilesFile(env: Environment): string {
  const folder =
    env['RINGBACK_CONFIG_HOME'] ??
    env['XDG_CONFIG_HOME'] ??
    (platform() === 'win32' ? env['APPDATA'] : undefined) ??
    join(homedir(), '.config');
  return join(folder, 'ringback', 'config.json');
}

export async function readProfiles(env: Environment): Promise<Profiles> {
  const file = profilesFile(env);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return { profiles: {} };
    throw new Error(fileProblem(error, file), { cause: error });
  }
  try {
    return parseProfiles(JSON.parse(text));
  } catch {
    throw new Error(`${file} is damaged: delete it, and log in again`);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function parseProfiles(value: unknown): Profiles {
  if (!isRecord(value) || !isRecord(value['profiles'])) throw new TypeError('no profiles');
  const profiles: Record<string, Profile> = {};
  for (const [name, profile] of Object.entries(value['profiles'])) {
    if (!isRecord(profile)) throw new TypeError('no profile');
    const { url, token, webhook_secret: secret } = profile;
    if (typeof url !== 'string' || typeof token !== 'string') throw new TypeError('no address');
    profiles[name] = defined({ url, token, webhook_secret: textOf(secret) });
  }
  return defined({ profiles, current: textOf(value['current']) });
}

/** Readable for its owner only, because it has tokens. Renamed into place, so that no reader sees half of it. */
export async function writeProfiles(env: Environment, profiles: Profiles): Promise<string> {
  const file = profilesFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return file;
}
