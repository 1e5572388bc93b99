import { type Assistant, defined, type NewAssistant, type Ringback } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { countArgument, fieldValues, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, take, wantedOf } from '../find-records.ts';
import { groupCommand, operationCommand } from '../operation-command.ts';
import { readText } from '../read-text.ts';
import { type Session, UsageError } from '../session.ts';

export function assistantCommands(session: Session) {
  return groupCommand('assistants', 'Create, read, change and delete assistants')
    .addCommand(createCommand(session))
    .addCommand(listCommand(session))
    .addCommand(getCommand(session))
    .addCommand(updateCommand(session))
    .addCommand(deleteCommand(session));
}

const SET = 'field of the API, once or more: speech_speed=1.1';

function createCommand(session: Session) {
  return operationCommand('create', operations.createAssistant, {
    more: 'The command fills in the first voice and model, English, and the time zone of this machine if they are left out.',
  })
    .option('--name <text>', 'name of the assistant')
    .option('--prompt <text>', 'system prompt, which tells the model what to do')
    .option('--greeting <text>', 'first sentence of the assistant')
    .option('--inbound', 'receive calls instead of making them')
    .option('--file <path>', 'JSON with fields of the API; - reads standard input')
    .option('--set <field=value>', SET, pairArgument)
    .addHelpText(
      'after',
      examples(
        'ringback assistants create --name Reception --greeting "Hello {customer_name}, do you have a minute?" --prompt "You confirm an appointment on Tuesday at ten."',
        'ringback assistants create --file assistant.json --set record_call=true',
      ),
    )
    .action(async ({ name, prompt, greeting, inbound, file, set = {} }) => {
      const client = await session.client();
      const given = {
        assistant_name: name,
        system_prompt: prompt,
        initial_message: greeting,
        calls_direction: inbound ? ('receive' as const) : undefined,
      };
      const fields = { ...(await readFields(file, session)), ...defined(given), ...fieldValues(set) };
      const summary = await client.assistants.create(await withDefaults(fields, client));
      session.print({ json: summary, sections: [{ text: `Created ${summary.name}, ${summary.id}` }] });
    });
}

async function readFields(file: string | undefined, { shell }: Session): Promise<Partial<NewAssistant>> {
  if (file === undefined) return {};
  const text = file === '-' ? await shell.stdin() : await readText(file);
  try {
    const fields: Partial<NewAssistant> = JSON.parse(text);
    return fields;
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

/** The required fields that have an obvious value: the first voice and model, English, this machine's time zone. */
async function withDefaults(fields: Partial<NewAssistant>, client: Ringback): Promise<NewAssistant> {
  const engine = fields.engine_type ?? 'pipeline';
  const voice = fields.voice_id ?? (await client.lookups.voices({ mode: engine }))[0]?.id;
  const model = fields.llm_model ?? (await client.lookups.models())[0]?.name;
  return {
    ...fields,
    assistant_name: fields.assistant_name ?? '',
    system_prompt: fields.system_prompt ?? '',
    initial_message: fields.initial_message ?? '',
    calls_direction: fields.calls_direction ?? 'make',
    engine_type: engine,
    language: fields.language ?? 'English',
    timezone: fields.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    voice_id: voice ?? 0,
    llm_model: model ?? '',
  };
}

function listCommand(session: Session) {
  return operationCommand('list', operations.listAssistants)
    .option('--limit <n>', 'number of assistants', countArgument(), 20)
    .option('--all', 'all assistants')
    .addHelpText('after', examples('ringback assistants list'))
    .action(async (counts) => {
      const client = await session.client();
      const { limit, perPage } = wantedOf(counts);
      const assistants = await take(client.assistants.list({ per_page: perPage }), limit);
      const rows = assistants.map(({ id, name, type, mode, status, created_at }) => ({
        id,
        name,
        type,
        mode,
        status,
        created: created_at.slice(0, 16).replace('T', ' '),
      }));
      session.print({ json: assistants, sections: [{ rows }] });
    });
}

function getCommand(session: Session) {
  return operationCommand('get', operations.getAssistant, { more: 'With --json all fields are printed.' })
    .argument('<assistant>', 'id or name')
    .addHelpText('after', examples('ringback assistants get Reception'))
    .action(async (wanted) => {
      const client = await session.client();
      const assistant = await client.assistants.get(await findAssistant(client, wanted));
      session.print({ json: assistant, sections: [{ record: shown(assistant) }] });
    });
}

/** The whole record has sixty fields: `--json` prints them. */
function shown(assistant: Assistant) {
  return {
    id: assistant.id,
    name: assistant.name,
    type: assistant.type,
    mode: assistant.mode,
    status: assistant.status,
    language: assistant.language,
    timezone: assistant.timezone,
    phone_number_id: assistant.phone_number_id,
    max_duration: assistant.max_duration,
    record: assistant.record,
    speech_speed: assistant.speech_speed,
    webhook_url: assistant.webhook_url,
    variables: Object.keys(assistant.variables).join(', '),
    initial_message: assistant.initial_message,
    system_prompt: assistant.system_prompt,
  };
}

function updateCommand(session: Session) {
  return operationCommand('update', operations.updateAssistant)
    .argument('<assistant>', 'id or name')
    .option('--file <path>', 'JSON with fields of the API; - reads standard input')
    .option('--set <field=value>', SET, pairArgument)
    .addHelpText('after', examples('ringback assistants update Reception --set speech_speed=1.1'))
    .action(async (wanted, { file, set = {} }) => {
      const client = await session.client();
      const changes = { ...(await readFields(file, session)), ...fieldValues(set) };
      if (Object.keys(changes).length === 0)
        throw new UsageError('name the fields to change: --set field=value, or --file');
      const summary = await client.assistants.update(await findAssistant(client, wanted), changes);
      session.print({ json: summary, sections: [{ text: `Updated ${summary.name}, ${summary.id}` }] });
    });
}

function deleteCommand(session: Session) {
  return operationCommand('delete', operations.deleteAssistant)
    .argument('<assistant>', 'id or name')
    .addHelpText('after', examples('ringback assistants delete Reception'))
    .action(async (wanted) => {
      const client = await session.client();
      const id = await findAssistant(client, wanted);
      await client.assistants.delete(id);
      session.print({ json: { id, deleted: true }, sections: [{ text: `Deleted ${id}` }] });
    });
}
