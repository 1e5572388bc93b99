import * as operations from '@ringback/client/operations';
import { fieldValues, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, findCampaign } from '../find-records.ts';
import { groupCommand, operationCommand } from '../operation-command.ts';
import type { Session } from '../session.ts';

export function campaignCommands(session: Session) {
  return groupCommand('campaigns', 'Create, list, start and stop campaigns')
    .addCommand(createCommand(session))
    .addCommand(listCommand(session))
    .addCommand(startCommand(session))
    .addCommand(stopCommand(session));
}

function createCommand(session: Session) {
  return operationCommand('create', operations.createCampaign)
    .requiredOption('--name <text>', 'name of the campaign')
    .requiredOption('--assistant <assistant>', 'id or name of an outbound assistant')
    .option('--set <field=value>', 'field of the API, once or more: max_calls_in_parallel=5', pairArgument)
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

function startCommand(session: Session) {
  return operationCommand('start', operations.updateCampaignStatus, {
    summary: 'Start a campaign',
    more: 'This command starts it. The calls cost money.',
  })
    .argument('<campaign>', 'id or name')
    .addHelpText('after', examples('ringback campaigns start "Spring reminders"'))
    .action(async (wanted) => {
      const client = await session.client();
      printStatus(wanted, await client.campaigns.start(await findCampaign(client, wanted)), session);
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
