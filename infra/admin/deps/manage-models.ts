import {
  bedrockFamilies,
  currentModel,
  findModelByName,
  FIRST_ADDED_ID,
  isRetired,
  mergeModels,
  type ModelEntry,
  type ModelStore,
} from '#shared/catalog/models.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { OperatorError } from '#shared/platform/errors.ts';

interface ModelDeps {
  models: ModelStore;
  clock: Pick<Clock, 'now'>;
}

const MAX_DRAWS = 5;
/** The list of models has no pages, and every function reads it once a minute. */
export const MOST_MODELS = 1_000;

/**
 * Adds a model for all users. Functions know it within a minute.
 * @throws OperatorError if the name is taken, or the roles of the functions do not allow the model
 */
export async function addModel(
  model: Omit<ModelEntry, 'id'>,
  { models }: Pick<ModelDeps, 'models'>,
): Promise<ModelEntry> {
  refuseUnreachable(model);
  for (let draw = 1; draw <= MAX_DRAWS; draw += 1) {
    const known = mergeModels(await models.list());
    if (findModelByName(model.name, known)) throw new OperatorError(`there is a model ${model.name} already`);
    if (known.length >= MOST_MODELS) throw new OperatorError(`there are ${MOST_MODELS} models, which is the limit`);
    const id = Math.max(FIRST_ADDED_ID - 1, ...known.map((one) => one.id)) + 1;
    const added = { ...model, id };
    if ((await models.add(added)) === 'added') return added;
  }
  throw new OperatorError('other models are being added at this moment: try again');
}

/** Functions may invoke the Bedrock models of some families only. */
function refuseUnreachable({ mode, provider, providerModel }: Omit<ModelEntry, 'id'>): void {
  if (mode === 'multimodal' && provider !== 'openai') throw new OperatorError('a multimodal model must be of openai');
  if (provider !== 'bedrock') return;
  const id = providerModel.replace(/^global\./, '');
  if (bedrockFamilies.some((family) => id.startsWith(family))) return;
  throw new OperatorError(
    `functions may invoke ${bedrockFamilies.join('… and ')}… only, with or without «global.»: another family needs a deployment`,
  );
}

/**
 * Retires a model from a day on: new assistants cannot have it, and its successor answers for those that do. A day in the
 * future announces it.
 * @throws OperatorError if there is no such model, or no current successor of its mode
 */
export async function retireModel(
  { name, on, successor }: { name: string; on: string; successor: string | undefined },
  { models, clock }: ModelDeps,
): Promise<ModelEntry> {
  const known = mergeModels(await models.list());
  const model = findModelByName(name, known);
  if (!model) throw new OperatorError(`there is no model ${name}`);
  const named =
    successor === undefined ? known.find(({ id }) => id === model.successorId) : findModelByName(successor, known);
  if (!named) throw new OperatorError(`name the model that replaces ${model.name}: --successor <name>`);
  const retired = { ...model, retiresOn: on, successorId: named.id };
  const after = known.map((one) => (one.id === model.id ? retired : one));
  const isFit = named.mode === model.mode && currentModel(named.id, after, clock.now()) !== undefined;
  if (
    !isFit ||
    named.id === model.id ||
    currentModel(model.id, after, Math.max(clock.now(), Date.parse(on))) === undefined
  ) {
    throw new OperatorError(`${named.name} cannot replace ${model.name}: take a current model of ${model.mode} mode`);
  }
  await models.replace(retired);
  return retired;
}

/** Every model, with what becomes of it. */
export async function listModels({ models, clock }: ModelDeps) {
  const known = mergeModels(await models.list());
  return known.map((model) => ({
    model,
    successor: known.find(({ id }) => id === model.successorId)?.name ?? null,
    isRetired: isRetired(model, clock.now()),
  }));
}
