import { askServer, PATIENCE_MS, type ServerAnswer } from '#infra/local/models/ask-server.ts';
import {
  findModelByName,
  FIRST_ADDED_ID,
  mergeModels,
  type ModelEntry,
  type ModelStore,
} from '#shared/catalog/models.ts';

export const usualServers = [11434, 1234, 8080, 8000].map((port) => `http://127.0.0.1:${port}`);

export interface FoundServer {
  name: string;
  origin: string;
  models: string[];
}

/** The servers of language models on this machine. */
export interface ModelServers {
  /** Asks them which models they have, and lists these models for all users. Never fails. */
  look(): Promise<void>;
  found(): FoundServer[];
  /** Those that ask for a key. */
  locked(): string[];
}

/** A burst of requests asks once. */
const FRESH_MS = 2_000;
/** One that has twice not answered delays one request in this time. The first time, this machine may have been busy. */
const SILENT_MS = 30_000;

type KnownServer = ServerAnswer & { askedAt: number; silences: number; before?: FoundServer | undefined };

export function createModelServers(
  origins: readonly string[],
  store: ModelStore,
  { now = Date.now, patienceMs = PATIENCE_MS } = {},
): ModelServers {
  const known = new Map<string, KnownServer>();
  let looking: Promise<void> | undefined;
  const found = () => origins.flatMap((origin) => foundAt(origin, known.get(origin)) ?? []);
  const ask = async (origin: string) => {
    const last = known.get(origin);
    const { askedAt = -Infinity, silences = 0 } = last ?? {};
    if (now() - askedAt < (silences > 1 ? SILENT_MS : FRESH_MS)) return false;
    const answer = await askServer(origin, patienceMs);
    const before = silences > 0 ? undefined : foundAt(origin, last);
    known.set(origin, { ...answer, askedAt: now(), silences: answer.kind === 'silent' ? silences + 1 : 0, before });
    return true;
  };
  const look = async () => {
    const asked = await Promise.all(origins.map(ask));
    if (asked.includes(true)) await list(found(), store);
  };
  return {
    look: () =>
      (looking ??= look()
        .catch(() => undefined)
        .finally(() => void (looking = undefined))),
    found,
    locked: () => origins.filter((origin) => known.get(origin)?.kind === 'locked'),
  };
}

/** A server that is too busy to answer has the models that it had, until it is asked again. */
function foundAt(origin: string, server: KnownServer | undefined): FoundServer | undefined {
  if (server?.kind === 'models') return { name: server.name, origin, models: server.models };
  return server?.kind === 'silent' || server?.kind === 'loading' ? server.before : undefined;
}

/** Adds what is new. A model that is gone keeps its id, because assistants have it, and is not listed. */
async function list(servers: readonly FoundServer[], store: ModelStore): Promise<void> {
  const all = mergeModels(await store.list());
  const local = all.filter(({ provider }) => provider === 'local');
  const served = servers.flatMap(({ name, origin, models }) =>
    models.map((providerModel) => ({ providerModel, server: `${origin}/v1`, from: name })),
  );
  const isServed = (one: ModelEntry) =>
    served.some(({ server, providerModel }) => server === one.server && providerModel === one.providerModel);
  for (const one of local) {
    const { isAway = false, ...model } = one;
    if (isAway === isServed(one)) await store.replace(isAway ? model : { ...model, isAway: true });
  }
  for (const one of served) {
    if (!local.some(({ server, providerModel }) => server === one.server && providerModel === one.providerModel))
      await add(one, all, store);
  }
}

interface ServedModel {
  providerModel: string;
  server: string;
  from: string;
}

/** As many letters as `llm_model` has at most. */
const LONGEST_NAME = 100;

async function add({ from, ...served }: ServedModel, all: ModelEntry[], store: ModelStore): Promise<void> {
  const short = served.providerModel.replace(/^.*\/(?=[^/]+\.gguf$)/i, '').replace(/\.gguf$/i, '');
  const name = [short, `${short} (${from})`].find((one) => findModelByName(one, all) === undefined);
  if (name === undefined || name.length > LONGEST_NAME) return;
  const id = Math.max(FIRST_ADDED_ID - 1, ...all.map((one) => one.id)) + 1;
  const model: ModelEntry = { id, name, mode: 'pipeline', provider: 'local', ...served };
  // An operator may have added a model at this moment: the next look adds this one.
  if ((await store.add(model)) === 'added') all.push(model);
}

/** One line: which servers there are, and what they serve. */
export function serversLine(servers: readonly FoundServer[], shown = 2): string {
  if (servers.length === 0) return 'none found on this machine';
  return servers
    .map(({ name, models }) => {
      const more = models.length > shown ? `, ${models.length - shown} more` : '';
      return `${name}: ${models.length === 0 ? 'no model' : models.slice(0, shown).join(', ')}${more}`;
    })
    .join('; ');
}
