import { ApiError, defined, type Ringback } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { FileProblem, type FileRow } from '../../../imports/src/import-file.ts';
import { leadOfRow } from '../../../imports/src/lead-rows.ts';
import { newLead } from '../../../imports/src/new-lead.ts';
import { openRefusals, type Refusals } from '../../../imports/src/node-files.ts';
import { countArgument, countryArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findCampaign, take, wantedOf } from '../find-records.ts';
import { openLeadFile, refusedPathOf } from '../import-files.ts';
import { defaultCountry } from '../numbers.ts';
import { groupCommand, operationCommand, ownCommand } from '../operation-command.ts';
import { createProgress, type Progress } from '../progress.ts';
import { type Session, UsageError } from '../session.ts';

export function leadCommands(session: Session) {
  return groupCommand('leads', 'Import and list the customers of campaigns')
    .addCommand(importCommand(session))
    .addCommand(listCommand(session));
}

/** Requests at the same time. Their retries wait for the rate limit of the token. */
const PARALLEL_ROWS = 8;
const PATIENT_RETRIES = 10;
const SHOWN = 10;

interface Counts {
  created: number;
  /** The campaign has the number already. */
  known: number;
}

function importCommand(session: Session) {
  return ownCommand(
    'import',
    'Import a CSV file or a sheet of Excel into a campaign',
    'After an interruption, run it again: it skips the leads that the campaign has.',
  )
    .argument('<file>', 'CSV or .xlsx with phone_number, secondary_phone_1 to _10, country, and columns of variables')
    .requiredOption('--campaign <campaign>', 'id or name')
    .option(
      '--country <code>',
      'country of numbers without a plus, such as US, for rows without a country (else your default country)',
      countryArgument,
    )
    .option('--sheet <sheet>', 'name or number of the sheet of a workbook (else the first)')
    .option('--refused <file>', 'file for the refused rows with their data, to correct and import (else refused.csv)')
    .addHelpText(
      'after',
      examples('ringback leads import customers.csv --campaign "Spring reminders" --refused refused.csv'),
    )
    .action(async (file, { campaign, country: stated, sheet, refused: wanted }) => {
      const { shell } = session;
      const campaignId = await findCampaign(await session.client(), campaign);
      const client = await session.client({ maxRetries: PATIENT_RETRIES });
      const leadFile = await openLeadFile(file, sheet);
      const country = stated ?? (await defaultCountry(client));
      const refusedPath = await refusedPathOf(file, wanted);
      const refusals = await openRefusals(leadFile.heading, refusedPath);
      const write = shell.isErrorTerminal && !session.json() ? shell.error : undefined;
      const progress = createProgress(write, shell.columns);
      const counts: Counts = { created: 0, known: 0 };
      const { signal } = shell;
      try {
        await importRows({ leadFile, campaignId, country, client, counts, refusals, progress, signal });
      } catch (error) {
        throw error instanceof FileProblem ? new UsageError(`${file}: ${error.message}`) : error;
      } finally {
        progress.clear();
        // The counts and refusals before a failure or Ctrl-C are not lost either.
        await refusals.close();
        printCounts(session, { ...counts, refusals, refusedPath, format: leadFile.format });
      }
      if (refusals.count() > 0 && counts.created + counts.known === 0) throw new Error('every row was refused');
    });
}

interface Import {
  leadFile: Awaited<ReturnType<typeof openLeadFile>>;
  campaignId: number;
  country: string | undefined;
  client: Ringback;
  counts: Counts;
  refusals: Refusals;
  progress: Progress;
  signal: AbortSignal;
}

async function importRows(given: Import): Promise<void> {
  const { leadFile, counts, refusals, progress, signal } = given;
  // The first failure ends the requests of the other workers, and their waits.
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const work = async (): Promise<void> => {
    for (let next = await leadFile.rows.next(); !next.done && !stopped.aborted; next = await leadFile.rows.next()) {
      await importRow(next.value, { ...given, signal: stopped });
      const { created, known } = counts;
      const refused = refusals.count();
      const text = `${created} created, ${known} known, ${refused} refused`;
      progress.show(leadFile.progress(), created + known + refused, text);
    }
  };
  const workers = Array.from({ length: PARALLEL_ROWS }, () => work().catch((error: unknown) => failing.abort(error)));
  await Promise.all(workers);
  stopped.throwIfAborted();
}

async function importRow(row: FileRow, { leadFile, campaignId, country, client, counts, refusals, signal }: Import) {
  const read = leadOfRow(leadFile.columns, row.cells, country);
  if ('refused' in read) {
    await refusals.add({ ...row, reason: read.refused });
    return;
  }
  try {
    await client.leads.create(newLead(read.lead, campaignId), { signal });
    counts.created += 1;
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
    const sentences = Object.values(error.errors).flat();
    // A second run meets the numbers that the campaign has; see contract decision 7.
    const isKnown = sentences.length === 1 && error.errors['phone_number']?.[0]?.endsWith('has already been taken.');
    if (isKnown) counts.known += 1;
    else await refusals.add({ ...row, reason: sentences.join(' ') || error.message });
  }
}

interface Outcome extends Counts {
  refusals: Refusals;
  refusedPath: string;
  format: string;
}

function printCounts(session: Session, { created, known, refusals, refusedPath, format }: Outcome): void {
  const refused = refusals.first();
  const count = refusals.count();
  session.print({
    json: { created, known, refused, refused_count: count, format },
    sections: [
      ...(format === 'UTF-8' || format === 'xlsx' ? [] : [{ text: `The file was read as ${format}.` }]),
      { text: `${created} created, ${known} known, ${count} refused` },
      ...(count === 0
        ? []
        : [
            { rows: refused.slice(0, SHOWN) },
            { text: `All refused rows are in ${refusedPath}: correct them, and import that file.` },
          ]),
    ],
  });
}

function listCommand(session: Session) {
  return operationCommand('list', operations.listLeads)
    .option('--campaign <campaign>', 'leads of this campaign, id or name')
    .option('--limit <n>', 'number of leads', countArgument(), 20)
    .option('--all', 'all leads')
    .addHelpText('after', examples('ringback leads list --campaign "Spring reminders"'))
    .action(async ({ campaign, ...counts }) => {
      const client = await session.client();
      const { limit, perPage } = wantedOf(counts);
      const filters = defined({
        campaign_id: campaign === undefined ? undefined : await findCampaign(client, campaign),
        per_page: perPage,
      });
      const leads = await take(client.leads.list(filters), limit);
      const rows = leads.map((lead) => ({
        id: lead.id,
        number: lead.phone_number,
        status: lead.status,
        reason: lead.reason,
        variables: Object.entries(lead.variables)
          .map(([name, value]) => `${name}=${String(value)}`)
          .join(' '),
      }));
      session.print({ json: leads, sections: [{ rows }] });
    });
}
