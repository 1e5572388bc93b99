import type { MissingVariables, Ringback } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { fieldValues, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, findCampaign } from '../find-records.ts';
import { groupCommand, operationCommand } from '../operation-command.ts';
import { type Session, UsageError } from '../session.ts';

export function campaignCommands(session: Session) {
  return groupCommand('campaigns', 'Create, list, change, check, start and stop campaigns')
    .addCommand(createCommand(session))
    .addCommand(listCommand(session))
    .addCommand(updateCommand(session))
    .addCommand(checkCommand(session))
    .addCommand(startCommand(session))
    .addCommand(stopCommand(session));
}

const SET = 'field of the API, once or more: max_calls_in_parallel=5';

function createCommand(session: Session) {
  return operationCommand('create', operations.createCampaign)
    .requiredOption('--name <text>', 'name of the campaign')
    .requiredOption('--assistant <assistant>', 'id or name of an outbound assistant')
    .option('--set <field=value>', SET, pairArgument)
    .addHelpText(
      'after',
      examples(
        'ringback campaigns create --name "Spring reminders" --assistant Reception --set allowed_hours_start_time=00:00 --set allowed_hours_end_time=23:59',
      ),
    )
    .action(async ({ name, assistant, set = {} }) => {
      const client = await session.client();
      const assistantId = await findAssistant(client, assistant);
      const campaign = await client.campaigns.create({ ...fieldValues(set), name, assistant_id: assistantId });
      session.print({ json: campaign, sections: [{ text: `Created ${campaign.name}, ${campaign.id}` }] });
    });
}

function listCommand(session: Session) {
  return operationCommand('list', operations.listCampaigns)
    .addHelpText('after', examples('ringback campaigns list'))
    .action(async () => {
      const campaigns = await (await session.client()).campaigns.list();
      const rows = campaigns.map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        status: campaign.status,
        hours: `${campaign.allowed_hours_start_time.slice(0, 5)}–${campaign.allowed_hours_end_time.slice(0, 5)}`,
        timezone: campaign.timezone,
        parallel: campaign.max_calls_in_parallel,
      }));
      session.print({ json: campaigns, sections: [{ rows }] });
    });
}

function updateCommand(session: Session) {
  return operationCommand('update', operations.updateCampaign)
    .argument('<campaign>', 'id or name')
    .option('--set <field=value>', SET, pairArgument)
    .addHelpText('after', examples('ringback campaigns update "Spring reminders" --set max_retries=2'))
    .action(async (wanted, { set = {} }) => {
      const changes = fieldValues(set);
      if (Object.keys(changes).length === 0) throw new UsageError('name the fields to change: --set field=value');
      const client = await session.client();
      const campaign = await client.campaigns.update(await findCampaign(client, wanted), changes);
      session.print({ json: campaign, sections: [{ text: `Updated ${campaign.name}, ${campaign.id}` }] });
    });
}

/** Leads that are printed. */
const SHOWN = 20;

function checkCommand(session: Session) {
  return operationCommand('check', operations.listMissingVariables, { more: 'The command checks all leads.' })
    .argument('<campaign>', 'id or name')
    .addHelpText('after', examples('ringback campaigns check "Spring reminders"'))
    .action(async (wanted) => {
      const client = await session.client({ maxRetries: PATIENT_RETRIES });
      const { data, checked } = await checkLeads(client, await findCampaign(client, wanted), session);
      const rows = data.slice(0, SHOWN).map((lead) => ({
        id: lead.id,
        number: lead.phone_number,
        missing: lead.missing_variables.join(', '),
      }));
      const text = `${data.length} of ${checked} leads have no value for a placeholder`;
      session.print({ json: { checked, leads: data }, sections: [{ text }, ...(rows.length === 0 ? [] : [{ rows }])] });
    });
}

/** Their waits are those of the rate limit. */
const PATIENT_RETRIES = 10;

async function checkLeads(client: Ringback, campaignId: number, { shell: { signal } }: Session) {
  const data: MissingVariables['data'] = [];
  let checked = 0;
  for (let position: { before_id?: number } = {}; ;) {
    const answer = await client.campaigns.missingVariables(campaignId, position, { signal });
    data.push(...answer.data);
    checked += answer.checked;
    if (answer.next_before_id === null) return { data, checked };
    position = { before_id: answer.next_before_id };
  }
}

function startCommand(session: Session) {
  return operationCommand('start', operations.updateCampaignStatus, {
    summary: 'Start a campaign',
    more: 'This command starts it. The calls cost money.',
  })
    .argument('<campaign>', 'id or name')
    .addHelpText('after', examples('ringback campaigns start "Spring reminders"'))
    .action(async (wanted) => {
      const client = await session.client();
      const started = await client.campaigns.start(await findCampaign(client, wanted));
      const { missing_variables: missing } = started;
      if (missing !== undefined) {
        const [leads, names] = [`${missing.leads} of ${missing.checked} leads`, missing.names.join(', ')];
        session.note(`Warning: ${leads} that were checked have no value for ${names}: ringback campaigns check`);
      }
      printStatus(wanted, started, session);
    });
}

function stopCommand(session: Session) {
  return operationCommand('stop', operations.updateCampaignStatus, {
    summary: 'Stop a campaign',
    more: 'This command stops it; --hang-up sets `hang_up`.',
  })
    .argument('<campaign>', 'id or name')
    .option('--hang-up', 'hang up the calls that were answered, too')
    .addHelpText('after', examples('ringback campaigns stop "Spring reminders"'))
    .action(async (wanted, { hangUp }) => {
      const client = await session.client();
      const id = await findCampaign(client, wanted);
      printStatus(wanted, await client.campaigns.stop(id, { hangUp: hangUp === true }), session);
    });
}

function printStatus(wanted: string, status: { campaign_id: number; status: string }, session: Session) {
  session.print({ json: status, sections: [{ text: `${wanted} is ${status.status}` }] });
}
