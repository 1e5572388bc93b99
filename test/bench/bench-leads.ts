import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { contactItemOf, leadItemOf } from '#shared/campaigns/lead-writes.ts';
import type { LeadFilter } from '#shared/campaigns/lead.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { leadIndexItems, statusOfLead } from '#test/bench/lead-index-items.ts';
import { onLoadedTable, TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { createMeter, type Reading } from '#test/bench/meter.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';

const SIZES = ['1000', '100000'];
const USER = 1;
const CAMPAIGN = 4001;
const PER_PAGE = 15;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** What lists of the leads of a campaign cost by filter, the most expensive of first, middle and last page. */
export async function benchLeads(args: string[]): Promise<BenchReport> {
  const rows = [];
  for (const size of args.length > 0 ? args : SIZES) rows.push(...(await measure(Number(size))));
  const titles = ['leads', 'list', 'read units to find the page', 'of the 15 leads', 'round trips in a row', 'exact'];
  return { table: markdownTable(titles, rows) };
}

async function measure(count: number) {
  const ids = Array.from(
    { length: count },
    (_, index) => firstRecordIdAt(START + index * MINUTE) + ((index * 7) % 4096),
  );
  const middle = START + (count / 2) * MINUTE;
  const lists: Array<{ name: string; filter: LeadFilter }> = [
    { name: 'all of the user', filter: {} },
    { name: 'campaign', filter: { campaignId: CAMPAIGN } },
    { name: 'campaign, status', filter: { campaignId: CAMPAIGN, status: 'rescheduled' } },
    { name: 'campaign, dates', filter: { campaignId: CAMPAIGN, from: START + (count / 10) * MINUTE, before: middle } },
    { name: 'campaign, status, dates', filter: { campaignId: CAMPAIGN, status: 'created', before: middle } },
    { name: 'a part of the number', filter: { campaignId: CAMPAIGN, phoneDigits: '7777' } },
  ];
  return onLoadedTable(itemsOf(ids), async ({ client }) => {
    const meter = createMeter(client);
    const store = createDynamoDbLeadStore({ client: meter.client, tableName: TABLE });
    const rows = [];
    for (const { name, filter } of lists) {
      const expected = ids.flatMap((id, index) => (isListed(id, index, filter) ? [id] : [])).toReversed();
      const last = Math.max(1, Math.ceil(expected.length / PER_PAGE));
      const readings: Reading[] = [];
      let isExact = true;
      for (const page of [1, Math.ceil(last / 2), last]) {
        const { rows: found, total } = await store.list(USER, filter, { page, perPage: PER_PAGE });
        readings.push(meter.read());
        const wanted = expected.slice((page - 1) * PER_PAGE, page * PER_PAGE);
        isExact &&= total === expected.length && found.map(({ lead }) => lead.id).join() === wanted.join();
      }
      const worst = (of: 'findUnits' | 'rowUnits' | 'depth') => Math.max(...readings.map((one) => one[of]));
      const figures = [worst('findUnits'), worst('rowUnits'), worst('depth')].map((one) => one.toLocaleString('en'));
      rows.push([count.toLocaleString('en'), name, ...figures, isExact ? 'yes' : 'no']);
    }
    return rows;
  });
}

const numberOf = (index: number) => `+1202${String(5_550_000 + index).padStart(7, '0')}`;

function isListed(id: number, index: number, { status, phoneDigits, from, before }: LeadFilter): boolean {
  return (
    (status === undefined || statusOfLead(index) === status) &&
    (phoneDigits === undefined || numberOf(index).includes(phoneDigits)) &&
    (from === undefined || id >= firstRecordIdAt(from)) &&
    (before === undefined || id < firstRecordIdAt(before))
  );
}

function* itemsOf(ids: readonly number[]) {
  for (const [index, id] of ids.entries()) {
    const row = { id, campaignId: CAMPAIGN, phoneNumber: numberOf(index) };
    const contact = buildSecondaryContact({ id: id + 1, userId: USER, leadId: id });
    const lead = { ...row, userId: USER, status: statusOfLead(index), contactIds: [contact.id] };
    yield leadItemOf(buildLead(lead));
    yield contactItemOf(contact);
    yield { ...keys.leadRow.key(USER, id), ...row };
    yield { ...keys.leadRowOfCampaign.key(USER, CAMPAIGN, id), ...row };
  }
  yield* leadIndexItems(keys.pageIndex.ofLeads(USER), ids);
  yield* leadIndexItems(keys.pageIndex.ofCampaignLeads(USER, CAMPAIGN), ids);
}
