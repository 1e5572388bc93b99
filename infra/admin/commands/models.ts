import { Command, Option } from '@commander-js/extra-typings';
import type { Session } from '#infra/admin/deps/admin-deps.ts';
import { addModel, listModels, retireModel } from '#infra/admin/deps/manage-models.ts';
import { choiceArgument, dayArgument, textArgument } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout } from '#infra/text/output.ts';
import { engineModes } from '#shared/catalog/engine-mode.ts';
import { reasoningEfforts, type ModelEntry } from '#shared/catalog/models.ts';
import { toPlainTime } from '#shared/platform/clock.ts';

const providers = ['openai', 'bedrock'] as const;

const MODEL_ADD_EXAMPLES = `
Examples:
  npm run admin -- model add --name gpt-7-luna --provider openai --provider-model gpt-7-luna --reasoning none
  npm run admin -- model add --name llama --provider openai --provider-model llama3.3 (with OPENAI_BASE_URL)
  npm run admin -- model add --name nova-3 --provider bedrock --provider-model global.amazon.nova-3-lite-v1:0`;

export function modelAdd(session: Session) {
  return new Command('add')
    .description('Add a language model for all users')
    .requiredOption('--name <name>', 'llm_model in the API', textArgument)
    .addOption(
      new Option('--provider <provider>', providers.join(' or '))
        .argParser(choiceArgument(providers))
        .makeOptionMandatory(),
    )
    .requiredOption('--provider-model <model>', 'id that the provider has for the model', textArgument)
    .option('--mode <mode>', engineModes.join(' or '), choiceArgument(engineModes), 'pipeline')
    .option('--reasoning <effort>', reasoningEfforts.join(', '), choiceArgument(reasoningEfforts))
    .addHelpText('after', MODEL_ADD_EXAMPLES)
    .action(async ({ name, provider, providerModel, mode, reasoning }) => {
      const model = { name, provider, providerModel, mode, ...(reasoning && { reasoning }) };
      session.print(recordPrintout(rowOf(await addModel(model, await session.deps()))));
    });
}

const MODEL_RETIRE_EXAMPLES = `
Examples:
  npm run admin -- model retire gpt-4o --successor gpt-6-luna
  npm run admin -- model retire gpt-4o --on 2027-01-14`;

export function modelRetire(session: Session) {
  return new Command('retire')
    .description('Refuse a model for new assistants, and let another one answer for the others')
    .argument('<name>', 'name of the model', textArgument)
    .option('--on <date>', 'first UTC day without the model (default: today)', dayArgument)
    .option('--successor <name>', 'model that replaces it (default: the one that the catalogue names)', textArgument)
    .addHelpText('after', MODEL_RETIRE_EXAMPLES)
    .action(async (name, { on, successor }) => {
      const deps = await session.deps();
      const today = toPlainTime(deps.clock.now()).slice(0, 10);
      session.print(recordPrintout(rowOf(await retireModel({ name, on: on ?? today, successor }, deps))));
    });
}

const MODEL_LIST_EXAMPLES = `
Examples:
  npm run admin -- model list
  npm run --silent admin -- model list --json`;

export function modelList(session: Session) {
  return new Command('list')
    .description('List the language models with the days on which they retire')
    .addHelpText('after', MODEL_LIST_EXAMPLES)
    .action(async () => {
      const known = await listModels(await session.deps());
      session.print(
        listPrintout(
          known.map(({ model, successor, isRetired }) => ({ ...rowOf(model), successor, is_retired: isRetired })),
        ),
      );
    });
}

function rowOf({ id, name, mode, provider, providerModel, reasoning, retiresOn }: ModelEntry) {
  return {
    id,
    name,
    mode,
    provider,
    provider_model: providerModel,
    reasoning: reasoning ?? null,
    retires_on: retiresOn ?? null,
  };
}
