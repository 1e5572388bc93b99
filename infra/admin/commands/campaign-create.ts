import { Command } from '@commander-js/extra-typings';
import { textArgument, userOption } from '#infra/admin/arguments.ts';
import { recordPrintout, timeCell } from '#infra/admin/output.ts';
import type { Session } from '#infra/admin/session.ts';
import { addCampaign } from '#shared/app/add-campaign.ts';

const EXAMPLES = `
Example:
  npm run admin -- campaign create --user 1 --name "Check-up reminders"`;

export function campaignCreate(session: Session) {
  return new Command('create')
    .description('make a campaign that leads can belong to')
    .addOption(userOption())
    .requiredOption('--name <name>', 'name of the campaign', textArgument)
    .addHelpText('after', EXAMPLES)
    .action(async ({ user: userId, name }) => {
      const campaign = await addCampaign({ userId, name }, await session.deps());
      session.print(
        recordPrintout({
          id: campaign.id,
          user_id: userId,
          name: campaign.name,
          created_at: timeCell(campaign.createdAt),
        }),
      );
    });
}
