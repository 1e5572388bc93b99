import { Argument, Command } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { AdminDeps, Session } from '#infra/admin/deps/admin-deps.ts';
import { refusedSections, writeReport } from '#infra/admin/import/csv-rows.ts';
import { importLeads } from '#infra/admin/import/import-leads.ts';
import { textArgument, userOption } from '#infra/admin/terminal/arguments.ts';
import { listPrintout, recordPrintout, timeCell } from '#infra/text/output.ts';
import { requireUser } from '#shared/accounts/users.ts';
import { createDraftCampaign } from '#shared/campaigns/manage-campaigns.ts';
import { OperatorError } from '#shared/platform/errors.ts';

const CAMPAIGN_CREATE_EXAMPLES = `
Examples:
  npm run admin -- campaign create --user 1 --name "Check-up reminders"`;

export function campaignCreate(session: Session) {
  return new Command('create')
    .description('Create a campaign for leads')
    .addOption(userOption())
    .requiredOption('--name <name>', 'name of the campaign', textArgument)
    .addHelpText('after', CAMPAIGN_CREATE_EXAMPLES)
    .action(async ({ user: userId, name }) => {
      const campaign = await createDraftCampaign({ userId, name }, await session.deps());
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

const CAMPAIGN_LIST_EXAMPLES = `
Examples:
  npm run admin -- campaign list --user 1`;

export function campaignList(session: Session) {
  return new Command('list')
    .description('List the campaigns of a user')
    .addOption(userOption())
    .addHelpText('after', CAMPAIGN_LIST_EXAMPLES)
    .action(async ({ user: userId }) => {
      const { users, campaigns } = await session.deps();
      await requireUser(userId, users);
      const rows = (await campaigns.list(userId)).map(({ id, name, createdAt }) => ({
        id,
        name,
        created_at: timeCell(createdAt),
      }));
      session.print(listPrintout(rows));
    });
}

const LEADS_IMPORT_EXAMPLES = `
The file has a heading. Its column phone_number is the number to call; secondary_phone_1 to secondary_phone_10 are other
numbers of the same customer, tried in that order; every other column is a variable of that name. Rows whose number the
campaign has already are left out, so that an import that was broken off is finished by running it again.

Examples:
  npm run admin -- leads import customers.csv --campaign 1
  npm run admin -- leads import customers.csv --campaign 1 --report refused.csv`;

export function leadsImport(session: Session) {
  return new Command('import')
    .description('Import the customers of a CSV file into a campaign')
    .addArgument(new Argument('<csv>', 'file of the customers'))
    .requiredOption('--campaign <id>', 'id of the campaign', idArgument)
    .option('--user <id>', 'id of the user, if several have a campaign with this id', idArgument)
    .option('--report <file>', 'file for the refused rows')
    .addHelpText('after', LEADS_IMPORT_EXAMPLES)
    .action(async (file, { campaign: campaignId, user, report }) => {
      const deps = await session.deps();
      const userId = user ?? (await ownerOf(campaignId, deps));
      await requireUser(userId, deps.users);
      // A file that cannot be written is found before the first lead is.
      if (report !== undefined) await writeReport(report, []);
      const { refused, ...counts } = await importLeads({ file, userId, campaignId }, deps, session.progress);
      if (report !== undefined) await writeReport(report, refused);
      const record = { ...counts, refused: refused.length };
      session.print({
        json: { ...record, rows: refused },
        sections: [{ record }, ...refusedSections(refused, report)],
      });
    });
}

async function ownerOf(campaignId: number, { users, campaigns }: AdminDeps): Promise<number> {
  const owners = [];
  for (const { id } of await users.list()) if (await campaigns.get(id, campaignId)) owners.push(id);
  const [owner, ...others] = owners;
  if (owner === undefined) throw new OperatorError(`there is no campaign ${campaignId}`);
  if (others.length > 0)
    throw new OperatorError(`the users ${owners.join(', ')} have a campaign ${campaignId}: name one with --user`);
  return owner;
}
