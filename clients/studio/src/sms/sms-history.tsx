import type { ListedSms } from '@ringback/client';
import { MessageSquare } from 'lucide-preact';
import type { JSX } from 'preact';
import { useSearch } from 'wouter-preact';
import { readSmsFilters, smsFilterNames, type SmsFilters } from './sms-filters.ts';
import { isOnItsWay, otherSide, smsDirections, smsNote, smsStatus, smsStatuses } from './sms-words.ts';
import { amount, priceOrDash } from '../format/money.ts';
import { hasFilters } from '../format/query.ts';
import { getMe } from '../requests/account/get-me.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { everySms, listSms } from '../requests/sms/list-sms.ts';
import { useQuery } from '../service/query.ts';
import { type Column, DataTable, Pager, useFilters } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Select } from '../ui/field.tsx';
import { FilterBar } from '../ui/filters.tsx';
import { Card } from '../ui/page.tsx';
import { Phone, State, Time } from '../ui/record-parts.tsx';
import { SavedViews } from '../ui/saved-views.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

/** While an SMS is on its way, and otherwise. */
const LIVE_MS = 2000;
const QUIET_MS = 15_000;

const columns: ReadonlyArray<Column<ListedSms>> = [
  { title: 'Customer', text: otherSide, cell: (sms) => <Phone of={otherSide(sms)} /> },
  {
    title: 'Status',
    text: ({ status }) => smsStatus(status).label,
    cell: ({ status }) => <State of={smsStatus(status)} />,
    bare: true,
  },
  { title: 'Text', text: ({ body }) => body },
  { title: 'Note', text: smsNote },
  {
    title: 'Cost',
    csvTitle: 'Cost (USD)',
    text: ({ total_cost }) => amount(total_cost),
    cell: ({ total_cost }) => priceOrDash(total_cost),
    end: true,
  },
  {
    title: 'Time',
    csvTitle: 'Time (UTC)',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
    end: true,
  },
];

/** What was sent and received, newest first; what is on its way moves by itself. */
export function SmsHistory(): JSX.Element {
  const filters = readSmsFilters(useSearch());
  const me = useQuery(getMe());
  const { setPage } = useFilters([]);
  const messages = useQuery(listSms(filters), {
    every: ({ data }) => (data.some(({ status }) => isOnItsWay(status)) ? LIVE_MS : QUIET_MS),
  });
  return (
    <>
      <SmsFilterBar filters={filters} />
      {me.data === undefined ? null : <SavedViews user={me.data.email} list="/sms" />}
      <Card
        title="History"
        actions={<ExportButton of="message" columns={() => columns} rows={(signal) => everySms(filters, signal)} />}
        flush
      >
        <Loaded of={messages}>
          {({ data, current_page, last_page, total }) => (
            <>
              <DataTable
                caption="SMS, sent and received"
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
                empty={<NoSms isFiltered={hasFilters(filters)} />}
              />
              <Pager page={current_page} lastPage={last_page} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

function NoSms({ isFiltered }: { isFiltered: boolean }): JSX.Element {
  const icon = <MessageSquare aria-hidden="true" />;
  return isFiltered ? (
    <Empty icon={icon} title="No SMS matches">
      Change the filters, or clear them to see every SMS.
    </Empty>
  ) : (
    <Empty icon={icon} title="No SMS yet">
      What you send appears here with its delivery status, and so does what customers answer.
    </Empty>
  );
}

function SmsFilterBar({ filters }: { filters: SmsFilters }): JSX.Element {
  const { setFilter } = useFilters(smsFilterNames);
  return (
    <FilterBar label="Filter the SMS" filters={filters} country={useDefaultCountry()}>
      <Select
        label="Status"
        value={filters.status ?? ''}
        options={[['', 'Any status'], ...smsStatuses]}
        onChange={(value) => setFilter('status', value)}
      />
      <Select
        label="Direction"
        value={filters.direction ?? ''}
        options={[['', 'Any direction'], ...smsDirections]}
        onChange={(value) => setFilter('direction', value)}
      />
    </FilterBar>
  );
}
