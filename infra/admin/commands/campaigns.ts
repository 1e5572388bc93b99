import { Argument, Command } from '@commander-js/extra-typings';
import { idArgument } from '#clients/cli/src/arguments.ts';
import type { AdminDeps, Session } from '#infra/admin/deps/admin-deps.ts';
import { importLeads } from '#infra/admin/import/import-leads.ts';
import { listLeadsAgain } from '#infra/admin/import/list-leads-again.ts';
import { refusedSections } from '#infra/admin/import/refused-sections.ts';
import { countryOption, textArgument, sheetOption, userOption } from '#infra/admin/terminal/arguments.ts';
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
The file is CSV or a workbook of Excel, and has a heading. Its column phone_number is the number to call; secondary_phone_1
to secondary_phone_10 are other numbers of the same customer, tried in that order; country is the country of the numbers of a
row that have no plus, else --country, else the default country of the user; every other column is a variable of that name.
Rows whose number the campaign has already are left out, so that an import that was broken off is finished by running it
again. clients/imports/README.md describes files.

Examples:
  npm run admin -- leads import customers.csv --campaign 1
  npm run admin -- leads import customers.csv --campaign 1 --report refused.csv
  npm run admin -- leads import customers.csv --campaign 1 --country US`;

export function leadsImport(session: Session) {
  return new Command('import')
    .description('Import the customers of a CSV file or a workbook into a campaign')
    .addArgument(new Argument('<file>', 'file of the customers, CSV or .xlsx'))
    .requiredOption('--campaign <id>', 'id of the campaign', idArgument)
    .option('--user <id>', 'id of the user, if several have a campaign with this id', idArgument)
    .option('--report <file>', 'file for the refused rows, with their data')
    .addHelpText('after', LEADS_IMPORT_EXAMPLES)
    .addOption(countryOption())
    .addOption(sheetOption())
    .action(async (file, { campaign: campaignId, user, report, country, sheet }) => {
      const deps = await session.deps();
      const userId = user ?? (await ownerOf(campaignId, deps));
      const { defaultCountry } = await requireUser(userId, deps.users);
      const source = { file, sheet, report, country: country ?? defaultCountry, userId, campaignId };
      const { rows, format, ...record } = await importLeads(source, deps, session.progress);
      session.print({
        json: { ...record, rows, format },
        sections: [{ record }, ...refusedSections({ rows, format, refused: record.refused }, report)],
      });
    });
}

const LEADS_LIST_AGAIN_EXAMPLES = `
Once, after the upgrade from 0.1.0: its leads are called, but lists show them only after they have changed. A second run finds
nothing to do.

Examples:
  npm run admin -- leads list-again`;

export function leadsListAgain(session: Session) {
  return new Command('list-again')
    .description('List the leads that 0.1.0 has stored')
    .addHelpText('after', LEADS_LIST_AGAIN_EXAMPLES)
    .action(async () => {
      const { progress } = session;
      const record = await listLeadsAgain(await session.deps(), (text) => progress.show(0, text));
      progress.clear();
      session.print(recordPrintout({ ...record }));
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
