import { ApiError, defined, type Ringback } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { countArgument } from '../arguments.ts';
import { examples } from '../examples.ts';
import { findCampaign, take, wantedOf } from '../find-records.ts';
import { leadOf, refusalOf, refusedFile, type RefusedRow } from '../lead-columns.ts';
import { type LeadFile, type LeadRow, openLeadFile, refusedPathOf, replaceFile } from '../lead-rows.ts';
import { groupCommand, operationCommand, ownCommand } from '../operation-command.ts';
import { createProgress, type Progress } from '../progress.ts';
import type { Session } from '../session.ts';

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
  refused: RefusedRow[];
}

function importCommand(session: Session) {
  return ownCommand(
    'import',
    'Import a CSV file into a campaign',
    'After an interruption, run it again: it skips the leads that the campaign has.',
  )
    .argument('<file>', 'CSV with phone_number, secondary_phone_1 to _10, and columns of variables')
    .requiredOption('--campaign <campaign>', 'id or name')
    .option('--refused <file>', 'file for the refused rows with their data, to correct and import (else refused.csv)')
    .addHelpText(
      'after',
      examples('ringback leads import customers.csv --campaign "Spring reminders" --refused refused.csv'),
    )
    .action(async (file, { campaign, refused: wanted }) => {
      const { shell } = session;
      const campaignId = await findCampaign(await session.client(), campaign);
      const client = await session.client({ maxRetries: PATIENT_RETRIES });
      const leadFile = await openLeadFile(file);
      const refusedPath = await refusedPathOf(file, wanted);
      const write = shell.isErrorTerminal && !session.json() ? shell.error : undefined;
      const progress = createProgress(write, shell.columns);
      const counts: Counts = { created: 0, known: 0, refused: [] };
      try {
        await importRows({ leadFile, campaignId, client, counts, progress, signal: shell.signal });
      } finally {
        progress.clear();
        // The counts and refusals before a failure or Ctrl-C are not lost either.
        if (counts.refused.length > 0) await replaceFile(refusedPath, refusedFile(leadFile.heading, counts.refused));
        printCounts(session, counts, refusedPath);
      }
      const { created, known, refused } = counts;
      if (refused.length > 0 && created + known === 0) throw new Error('every row was refused');
    });
}

interface Import {
  leadFile: LeadFile;
  campaignId: number;
  client: Ringback;
  counts: Counts;
  progress: Progress;
  signal: AbortSignal;
}

async function importRows({
  leadFile: { heading, rows },
  campaignId,
  client,
  counts,
  progress,
  signal,
}: Import): Promise<void> {
  const source = rows[Symbol.asyncIterator]();
  // The first failure ends the requests of the other workers, and their waits.
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const work = async (): Promise<void> => {
    for (let next = await source.next(); !next.done && !stopped.aborted; next = await source.next()) {
      await importRow(next.value, heading, { campaignId, client, counts, signal: stopped });
      const { created, known, refused } = counts;
      const done = created + known + refused.length;
      progress.show(next.value.progress, done, `${created} created, ${known} known, ${refused.length} refused`);
    }
  };
  const workers = Array.from({ length: PARALLEL_ROWS }, () => work().catch((error: unknown) => failing.abort(error)));
  await Promise.all(workers);
  stopped.throwIfAborted();
}

async function importRow(
  { line, cells }: LeadRow,
  heading: readonly string[],
  { campaignId, client, counts, signal }: Pick<Import, 'campaignId' | 'client' | 'counts' | 'signal'>,
): Promise<void> {
  const refusal = refusalOf(heading, cells);
  if (refusal !== undefined) {
    counts.refused.push({ line, cells, reason: refusal });
    return;
  }
  try {
    await client.leads.create(leadOf(heading, cells, campaignId), { signal });
    counts.created += 1;
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422].includes(error.status)) throw error;
    const sentences = Object.values(error.errors).flat();
    // A second run meets the numbers that the campaign has; see contract decision 7.
    const isKnown = sentences.length === 1 && error.errors['phone_number']?.[0]?.endsWith('has already been taken.');
    if (isKnown) counts.known += 1;
    else counts.refused.push({ line, cells, reason: sentences.join(' ') || error.message });
  }
}

function printCounts(session: Session, { created, known, refused }: Counts, refusedPath: string): void {
  const rows = refused
    .toSorted((one, other) => one.line - other.line)
    .slice(0, SHOWN)
    .map(({ line, reason }) => ({ line, reason }));
  session.print({
    json: { created, known, refused: refused.map(({ line, reason }) => ({ line, reason })) },
    sections: [
      { text: `${created} created, ${known} known, ${refused.length} refused` },
      ...(refused.length === 0
        ? []
        : [{ rows }, { text: `All refused rows are in ${refusedPath}: correct them, and import that file.` }]),
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
