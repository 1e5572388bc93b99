import type { Clock } from '#shared/platform/clock.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { drawId, type IdSource } from '#shared/platform/ids.ts';
import type { Secrets } from '#shared/platform/secrets.ts';
import { inRounds } from '#shared/platform/table/table.ts';
import { isMasked, openHeaders, sealHeaders, toToolHeaders, type HeaderValues } from '#shared/tools/tool-secrets.ts';
import { parseEndpoint } from '#shared/tools/tool-template.ts';
import { givenFields, type CreateToolBody, type UpdateToolBody } from '#shared/tools/user-tool-body.ts';
import { DEFAULT_TIMEOUT_SECONDS, type UserTool, type UserToolStore } from '#shared/tools/user-tool.ts';

export interface UserToolDeps {
  userTools: UserToolStore;
  secrets: Pick<Secrets, 'get' | 'match'>;
  clock: Pick<Clock, 'now'>;
  ids: IdSource;
  allowLoopback: boolean;
  /** Names of the tools of the service. */
  reservedNames: ReadonlySet<string>;
}

type SentHeaders = ReadonlyArray<{ name: string; value: string }>;

/** @throws AppError validation_failed; too_many_tools */
export async function createUserTool(userId: number, body: CreateToolBody, deps: UserToolDeps): Promise<UserTool> {
  const now = deps.clock.now();
  const values = mergeHeaders(body.headers ?? [], {});
  const built: Omit<UserTool, 'id'> = {
    userId,
    timeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
    schema: [],
    parameters: null,
    waitMessage: null,
    assignments: [],
    responseFilter: null,
    repeatable: false,
    idempotent: false,
    name: body.name,
    description: body.description,
    endpoint: body.endpoint,
    method: body.method,
    ...givenFields(body),
    headers: toToolHeaders(values),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  refuseUnfit(built, deps);
  const { id, outcome } = await drawId(deps.ids, async (toolId) => {
    const sealed = await sealHeaders(values, { userId, toolId }, deps);
    return deps.userTools.create({ ...built, id: toolId }, sealed);
  });
  if (outcome === 'created') return { ...built, id };
  throw outcome === 'too_many' ? new AppError('too_many_tools') : nameTaken();
}

/** Headers and parameters are replaced whole. @throws AppError tool_not_found; validation_failed */
export async function updateUserTool(
  { userId, toolId, body }: { userId: number; toolId: number; body: UpdateToolBody },
  deps: UserToolDeps,
): Promise<UserTool> {
  return inRounds('tool', async () => {
    const before = await requireTool(userId, toolId, deps);
    const known = await readHeaders(before, deps);
    const values = body.headers === undefined ? known : mergeHeaders(body.headers ?? [], known);
    const after = {
      ...before,
      ...givenFields(body),
      headers: toToolHeaders(values),
      updatedAt: deps.clock.now(),
      version: before.version + 1,
    };
    refuseUnfit(after, deps);
    const outcome = await deps.userTools.replace(before, after, await sealHeaders(values, { userId, toolId }, deps));
    if (outcome === 'name_taken') throw nameTaken();
    return outcome === 'replaced' ? after : 'again';
  });
}

/** `detach` takes the tool from every assistant. @throws AppError tool_not_found */
export async function deleteUserTool(
  { userId, toolId }: { userId: number; toolId: number },
  deps: Pick<UserToolDeps, 'userTools'> & { detach: () => Promise<void> },
): Promise<void> {
  await inRounds('tool', async () => {
    const tool = await requireTool(userId, toolId, deps);
    await deps.detach();
    return (await deps.userTools.delete(tool)) === 'deleted' ? undefined : 'again';
  });
}

export async function requireTool(
  userId: number,
  toolId: number,
  { userTools }: { userTools: Pick<UserToolStore, 'get'> },
): Promise<UserTool> {
  const tool = await userTools.get(userId, toolId);
  if (!tool) throw new AppError('tool_not_found');
  return tool;
}

export async function readHeaders(
  { userId, id }: Pick<UserTool, 'userId' | 'id'>,
  deps: Pick<UserToolDeps, 'userTools' | 'secrets'>,
): Promise<HeaderValues> {
  const sealed = await deps.userTools.getSecret(userId, id);
  return sealed ? openHeaders(sealed, { userId, toolId: id }, deps) : {};
}

const nameTaken = () => refusal('name', sentences.taken);
const refusal = (field: string, sentence: string) => invalidFields({ [field]: [fillSentence(sentence, field)] });

function refuseUnfit(
  { name, endpoint }: Pick<UserTool, 'name' | 'endpoint'>,
  { allowLoopback, reservedNames }: Pick<UserToolDeps, 'allowLoopback' | 'reservedNames'>,
): void {
  if (reservedNames.has(name)) throw refusal('name', sentences.selected);
  if (!isCallableUrl(parseEndpoint(endpoint)?.origin ?? '', { allowLoopback }))
    throw refusal('endpoint', sentences.url);
}

/** @throws AppError validation_failed on a masked value of a header that the tool does not have */
function mergeHeaders(sent: SentHeaders, known: HeaderValues): HeaderValues {
  const knownValues = new Map(Object.entries(known).map(([name, value]) => [name.toLowerCase(), value]));
  const seen = new Set<string>();
  const merged = sent.map(({ name, value }, index): [string, string] => {
    if (seen.has(name.toLowerCase())) throw refusal(`headers.${index}.name`, sentences.taken);
    seen.add(name.toLowerCase());
    if (!isMasked(value)) return [name, value];
    const unchanged = knownValues.get(name.toLowerCase());
    if (unchanged === undefined) throw refusal(`headers.${index}.value`, sentences.format);
    return [name, unchanged];
  });
  return Object.fromEntries(merged);
}
