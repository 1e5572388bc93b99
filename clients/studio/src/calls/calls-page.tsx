import { type Call, isOpen } from '@ringback/client';
import { Phone as PhoneIcon, PhoneOutgoing } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { callColumns, callFileColumns } from './call-columns.ts';
import { CallFilterBar } from './call-filter-bar.tsx';
import { readCallFilters } from './call-filters.ts';
import { modelText, result } from './call-words.ts';
import { StartCall } from './start-call.tsx';
import { priceOrDash } from '../format/money.ts';
import { hasFilters } from '../format/query.ts';
import { clock } from '../format/time.ts';
import { getMe } from '../requests/account/get-me.ts';
import { everyCall, listCalls } from '../requests/calls/list-calls.ts';
import { useQuery } from '../service/query.ts';
import { DataTable, Pager, useFilters, withCells } from '../ui/data-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Phone, State, Time } from '../ui/record-parts.tsx';
import { SavedViews } from '../ui/saved-views.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

/** While a call is on, and otherwise. */
const LIVE_MS = 1500;
const QUIET_MS = 10_000;

const cells: Readonly<Record<string, (call: Call) => ComponentChildren>> = {
  Customer: ({ client_phone_number }) => <Phone of={client_phone_number} />,
  Outcome: (call) => <State of={result(call)} />,
  Assistant: ({ assistant_name, model }) => (
    <span class="two-lines">
      {assistant_name}
      {model ? <small class="soft">{modelText(model)}</small> : null}
    </span>
  ),
  Length: (call) => (call.duration === 0 || isOpen(call) ? '–' : clock(call.duration)),
  Cost: ({ total_cost }) => priceOrDash(total_cost),
  Started: ({ created_at }) => <Time at={created_at} />,
};

/** The calls of the user, newest first; those that are on move by themselves. */
export function CallsPage(): JSX.Element {
  const filters = readCallFilters(useSearch());
  const isOfOne = filters.assistant_id !== undefined || filters.campaign_id !== undefined;
  const me = useQuery(getMe());
  const { setPage } = useFilters([]);
  const [isStarting, setStarting] = useState(false);
  const calls = useQuery(listCalls(filters), { every: ({ data }) => (data.some(isOpen) ? LIVE_MS : QUIET_MS) });
  const start = (
    <button type="button" class="button primary" onClick={() => setStarting(true)}>
      <PhoneOutgoing size={16} aria-hidden="true" /> New call
    </button>
  );
  return (
    <Page
      title="Calls"
      lead="The list begins with the newest call. Open a call to follow its conversation."
      actions={
        <>
          <ExportButton of="call" columns={callFileColumns} rows={(signal) => everyCall(filters, signal)} />
          {start}
        </>
      }
    >
      <CallFilterBar filters={filters} />
      {me.data === undefined ? null : <SavedViews user={me.data.email} list="/calls" />}
      <Card flush>
        <Loaded of={calls}>
          {({ data, current_page, last_page, total }) => (
            <>
              <DataTable
                caption="Calls"
                columns={withCells(callColumns(data, { isOfOne }), cells)}
                rows={data}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => `/calls/${id}`}
                empty={<NoCalls isFiltered={hasFilters(filters)} start={start} />}
              />
              <Pager page={current_page} lastPage={last_page} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Card>
      {isStarting ? <StartCall onClose={() => setStarting(false)} /> : null}
    </Page>
  );
}

function NoCalls({ isFiltered, start }: { isFiltered: boolean; start: JSX.Element }): JSX.Element {
  const icon = <PhoneIcon aria-hidden="true" />;
  if (isFiltered) {
    return (
      <Empty icon={icon} title="No call matches">
        Change the filters, or clear them to see every call.
      </Empty>
    );
  }
  return (
    <Empty icon={icon} title="No calls yet" actions={start}>
      Call a number with one of your assistants. You can read along while they talk.
    </Empty>
  );
}
