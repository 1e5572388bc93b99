import { readSecretsFile, writeSecretsFile } from '#infra/local/address/secrets-file.ts';

/** Beside `openai-api-key`, which the stand-in of the speech model gets, too. */
export const ENTERED_KEY = 'entered-openai-api-key';

/** The key for OpenAI, or for a compatible server, which may need none. */
export function openaiKey(developer: Record<string, string | undefined>): string | undefined {
  return developer['OPENAI_API_KEY'] || (developer['OPENAI_BASE_URL'] ? 'none' : undefined);
}

/** The variables of the functions. A key of the environment takes precedence over one that was entered. */
export function keyVariables(
  developer: Record<string, string | undefined>,
  isEntered: boolean,
): Record<'OPENAI_ENABLED' | 'OPENAI_KEY_SECRET', string> {
  const usesEntered = isEntered && !developer['OPENAI_API_KEY'];
  return {
    OPENAI_ENABLED: String(usesEntered || openaiKey(developer) !== undefined),
    OPENAI_KEY_SECRET: usesEntered ? ENTERED_KEY : 'openai-api-key',
  };
}

/** The key for OpenAI that a user of the studio enters. Nothing reads it back but the functions. */
export interface ModelKey {
  source(): Promise<'environment' | 'studio' | null>;
  /** A sentence for the user, if the provider refuses the key. */
  enter(key: string): Promise<string | undefined>;
  remove(): Promise<void>;
}

const OPENAI = 'https://api.openai.com/v1';
const CHECK_MS = 5_000;

export function createModelKey(file: string, developer: Record<string, string | undefined>): ModelKey {
  let writing = Promise.resolve();
  /** The functions run in this process, and read the variables and the file for each answer. */
  const change = async (before: Promise<void>, key: string | undefined): Promise<void> => {
    await before.catch(() => undefined);
    const { [ENTERED_KEY]: _, ...others } = await readSecretsFile(file);
    await writeSecretsFile(file, { ...others, ...(key !== undefined && { [ENTERED_KEY]: key }) });
    Object.assign(process.env, keyVariables(developer, key !== undefined));
  };
  const write = (key: string | undefined) => (writing = change(writing, key));
  return {
    async source() {
      if (developer['OPENAI_API_KEY']) return 'environment';
      return (await readSecretsFile(file))[ENTERED_KEY] === undefined ? null : 'studio';
    },
    async enter(key) {
      const server = developer['OPENAI_BASE_URL'] || OPENAI;
      if (await isRefused(`${server.replace(/\/$/, '')}/models`, key))
        return `${new URL(server).host} refuses this key.`;
      await write(key);
      return undefined;
    },
    remove: () => write(undefined),
  };
}

/** A provider that does not answer refuses nothing: a call tells what is wrong. */
async function isRefused(url: string, key: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_MS);
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal, redirect: 'manual' });
    await response.body?.cancel();
    return response.status === 401 || response.status === 403;
  } catch {
    return false;
  }
}
