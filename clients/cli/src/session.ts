import { accessToken, apiAddress, createClient, type Fetch, type Ringback } from '@ringback/client';
import { proxyFetch } from '@ringback/client/proxy';
import { type Printout, render } from './output.ts';
import { type Profile, readProfiles, type Profiles } from './profiles.ts';

/** The surroundings of the command line, which tests replace. */
export interface Shell {
  out: (text: string) => void;
  error: (text: string) => void;
  isTerminal: boolean;
  isErrorTerminal: boolean;
  /** Width of the terminal; 80 for files and pipes. */
  columns: number;
  /** Everything that standard input has. */
  stdin: () => Promise<string>;
  env: Record<string, string | undefined>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface GlobalOptions {
  json?: true | undefined;
  profile?: string | undefined;
  url?: string | undefined;
  token?: string | undefined;
  color?: boolean | undefined;
}

/** The command line is wrong, or names a thing that does not exist. The message is for the terminal. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface Session {
  shell: Shell;
  options: () => GlobalOptions;
  /** Whether to print JSON. */
  json: () => boolean;
  /** The deployment that the options, the environment or `login` name. @throws UsageError without any */
  profile: () => Promise<Profile>;
  client: (options?: { maxRetries?: number }) => Promise<Ringback>;
  /** Sends a request, through the proxy that the environment names. */
  fetch: Fetch;
  print: (printout: Printout) => void;
  /** A line on standard error, for people: nothing with `--json`. */
  note: (line: string) => void;
}

export function createSession(shell: Shell, options: () => GlobalOptions): Session {
  const json = () => options().json === true;
  const colour = () => shell.isTerminal && options().color !== false && !shell.env['NO_COLOR'];
  const profile = async () => chooseProfile(options(), shell.env, await storedProfiles(shell.env));
  const fetch = proxyFetch(shell.env);
  return {
    shell,
    options,
    json,
    profile,
    fetch,
    client: async ({ maxRetries = 3 } = {}) => {
      const { url, token } = await profile();
      return createClient({ baseUrl: url, token, maxRetries, fetch });
    },
    print: (printout) => shell.out(render(printout, { json: json(), columns: shell.columns, colour: colour() })),
    note: (line) => {
      if (!json()) shell.error(`${line}\n`);
    },
  };
}

/**
 * Options before environment before the profile of `login`; --profile before the environment. A token is sent only to
 * the deployment that it was given with.
 */
function chooseProfile(
  { profile: wanted, url: urlOption, token: tokenOption }: GlobalOptions,
  env: Record<string, string | undefined>,
  { current, profiles }: Profiles,
): Profile {
  const name = wanted ?? env['RINGBACK_PROFILE'] ?? current;
  const stored = name === undefined ? undefined : profiles[name];
  if (wanted !== undefined && !stored) {
    throw new UsageError(`there is no profile ${wanted}; there are: ${Object.keys(profiles).join(', ') || 'none'}`);
  }
  const given = wanted === undefined ? { url: env['RINGBACK_URL'], token: env['RINGBACK_TOKEN'] } : {};
  const address = urlOption ?? given.url ?? stored?.url;
  if (address === undefined) {
    throw new UsageError('name the deployment: run ringback login, or set RINGBACK_URL and RINGBACK_TOKEN');
  }
  const url = readable(apiAddress, address);
  const own = stored !== undefined && isSameAddress(stored.url, url) ? stored : undefined;
  const tokenGiven = given.url === undefined || isSameAddress(given.url, url) ? given.token : undefined;
  const token = tokenOption ?? tokenGiven ?? own?.token;
  if (token === undefined) {
    throw new UsageError(
      `there is no token for ${url}: pass --token with --url, set RINGBACK_TOKEN with RINGBACK_URL, or run ringback login`,
    );
  }
  return { ...own, url, token: readable(accessToken, token) };
}

/** @throws UsageError that says what to write */
export function readable(read: (text: string) => string, text: string): string {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** A file that cannot be read is no failure when the environment has what a command needs, as in a container. */
async function storedProfiles(env: Record<string, string | undefined>): Promise<Profiles> {
  return readProfiles(env).catch((error: unknown) => {
    if (env['RINGBACK_URL'] !== undefined && env['RINGBACK_TOKEN'] !== undefined) return { profiles: {} };
    throw error;
  });
}

const isSameAddress = (one: string, other: string) => one.replace(/\/+$/, '') === other.replace(/\/+$/, '');
