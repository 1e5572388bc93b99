import { Command } from '@commander-js/extra-typings';
import { fieldValues, pairArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findAssistant, findCampaign } from '../find-records.ts';
import type { Session } from '../session.ts';

export function campaignCommands(session: Session) {
  return new Command('campaigns')
    .description('The campaigns, which call their leads.')
    .addCommand(createCommand(session))
    .addCommand(listCommand(session))
    .addCommand(startCommand(session))
    .addCommand(stopCommand(session));
}

function createCommand(session: Session) {
  return new Command('create')
    .description('Creates a campaign. It calls when it is started.')
    .requiredOption('--name <text>', 'its name')
    .requiredOption('--assistant <assistant>', 'id or name of an outbound assistant')
    .option('--set <field=value>', 'a field of the API, once or more: max_calls_in_parallel=5', pairArgument)
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
  return new Command('list')
    .description('Lists the campaigns.')
    .addHelpText('after', examples('ringback campaigns list'))
    .action(async () => {
      const campaigns = await (await session.client()).campaigns.list();
      const rows = campaigns.map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        status: campaign.status,
        hours: `${campaign.allowed_hours_start_time.slice(0, 5)}–${campaign.allowed_hours_end_time.slice(0, 5)}`,
        timezone: campaign.timezone,
        at_once: campaign.max_calls_in_parallel,
      }));
      session.print({ json: campaigns, sections: [{ rows }] });
    });
}

function startCommand(session: Session) {
  return new Command('start')
    .description('Starts to call the leads, within its hours. It costs money.')
    .argument('<campaign>', 'id or name')
    .addHelpText('after', examples('ringback campaigns start "Spring reminders"'))
    .action(async (wanted) => {
      const client = await session.client();
      printStatus(wanted, await client.campaigns.start(await findCampaign(client, wanted)), session);
    });
}

function stopCommand(session: Session) {
  return new Command('stop')
    .description('Makes no more calls, and takes back those that ring. Calls that were answered go on to their end.')
    .argument('<campaign>', 'id or name')
    .option('--hang-up', 'also hang up the calls that were answered')
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
