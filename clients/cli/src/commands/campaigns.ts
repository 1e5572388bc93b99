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
    .addCommand(switchCommand('start', session))
    .addCommand(switchCommand('stop', session));
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

function switchCommand(action: 'start' | 'stop', session: Session) {
  const description =
    action === 'start' ? 'Starts to call the leads, within its hours. It costs money.' : 'Starts no more calls.';
  return new Command(action)
    .description(description)
    .argument('<campaign>', 'id or name')
    .addHelpText('after', examples(`ringback campaigns ${action} "Spring reminders"`))
    .action(async (wanted) => {
      const client = await session.client();
      const status = await client.campaigns[action](await findCampaign(client, wanted));
      session.print({ json: status, sections: [{ text: `${wanted} is ${status.status}` }] });
    });
}
