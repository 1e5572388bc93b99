import type { Lead } from '@ringback/client';
import { Pencil, Trash2, UserPlus, Users } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { callsOfLead, leadColumns, leadFileColumns } from './lead-columns.ts';
import { LeadDialog } from './lead-dialog.tsx';
import { leadFilterNames, type LeadFilters, readLeadFilters, variablesInLine } from './lead-filters.ts';
import { leadState, leadStatus, leadStatuses } from './lead-words.ts';
import { hasFilters } from '../format/query.ts';
import { deleteLead } from '../requests/leads/delete-lead.ts';
import { everyLead, listLeads } from '../requests/leads/list-leads.ts';
import { useQuery } from '../service/query.ts';
import { type Column, DataTable, Pager, useFilters, withCells } from '../ui/data-table.tsx';
import { confirm } from '../ui/dialog.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Select } from '../ui/field.tsx';
import { SearchFilter } from '../ui/filters.tsx';
import { Card } from '../ui/page.tsx';
import { Phone, State, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

const MOVING_MS = 3000;

interface LeadTableProps {
  /** Of one campaign only; otherwise of the campaign that the address names, or of all. */
  campaignId?: number;
  /** Calls are being made: the states change. */
  isMoving?: boolean;
  /** More filters, before those of status and number. */
  filters?: JSX.Element;
}

/** Leads with filters and actions. */
export function LeadTable({ campaignId, isMoving = false, filters }: LeadTableProps): JSX.Element {
  const fromAddress = readLeadFilters(useSearch());
  const query = campaignId === undefined ? fromAddress : { ...fromAddress, campaign_id: campaignId };
  const { setPage } = useFilters(leadFilterNames);
  const [edited, setEdited] = useState<Lead | 'new'>();
  const leads = useQuery(listLeads(query), { every: isMoving ? MOVING_MS : undefined });
  const add = (
    <button type="button" class="button small" onClick={() => setEdited('new')}>
      <UserPlus size={14} aria-hidden="true" /> Add a lead
    </button>
  );
  const actions = (
    <span class="button-row">
      <ExportButton of="lead" columns={leadFileColumns} rows={(signal) => everyLead(query, signal)} />
      {add}
    </span>
  );
  return (
    <>
      <Filters query={query} more={filters} />
      <Card title="Leads" actions={actions} flush>
        <Loaded of={leads}>
          {({ data, current_page, last_page, total }) => (
            <>
              <DataTable
                caption="Leads"
                columns={[
                  ...withCells(leadColumns({ hasCampaign: campaignId === undefined }), cells),
                  actionsOf(setEdited),
                ]}
                rows={data}
                keyOf={({ id }) => id}
                hrefOf={callsOfLead}
                empty={<NoLeads isFiltered={hasOwnFilters(query)} add={add} />}
              />
              <Pager page={current_page} lastPage={last_page} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Card>
      {edited === undefined ? null : (
        <LeadDialog
          lead={edited === 'new' ? undefined : edited}
          campaignId={query.campaign_id}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

const hasOwnFilters = ({ campaign_id: _campaign, ...others }: LeadFilters): boolean => hasFilters(others);

function Filters({ query, more }: { query: LeadFilters; more: JSX.Element | undefined }): JSX.Element {
  const { setFilter } = useFilters(leadFilterNames);
  const statuses = leadStatuses.map((value): [string, string] => [value, leadStatus(value).label]);
  return (
    <div class="filters" role="search" aria-label="Filter the leads">
      {more}
      <Select
        label="Status of the lead"
        value={query.status ?? ''}
        options={[['', 'Any status'], ...statuses]}
        onChange={(value) => setFilter('status', value)}
      />
      <SearchFilter
        label="Part of a phone number"
        placeholder="Part of a number"
        value={query.phone_number ?? ''}
        onChange={(value) => setFilter('phone_number', value)}
      />
    </div>
  );
}

function NoLeads({ isFiltered, add }: { isFiltered: boolean; add: JSX.Element }): JSX.Element {
  return (
    <Empty
      icon={<Users aria-hidden="true" />}
      title={isFiltered ? 'No lead matches' : 'No leads yet'}
      actions={isFiltered ? undefined : add}
    >
      {isFiltered ? 'Change the filters to see others.' : 'Import a CSV file, or add customers one by one.'}
    </Empty>
  );
}

const cells: Readonly<Record<string, (lead: Lead) => ComponentChildren>> = {
  Customer: ({ phone_number }) => <Phone of={phone_number} />,
  Status: (lead) => <State of={leadState(lead)} />,
  Variables: ({ variables }) => <span class="variables">{variablesInLine(variables)}</span>,
  Changed: ({ updated_at }) => <Time at={updated_at} />,
};

const actionsOf = (edit: (lead: Lead) => void): Column<Lead> => ({
  title: '',
  cell: (lead) => <LeadActions lead={lead} edit={edit} />,
  end: true,
});

interface LeadActionsProps {
  lead: Lead;
  edit: (lead: Lead) => void;
}

function LeadActions({ lead, edit }: LeadActionsProps): JSX.Element {
  const remove = useAction(async () => {
    const title = `Delete ${lead.phone_number}?`;
    if (!(await confirm({ title, text: deleteLead.about, action: 'Delete', danger: true }))) return;
    await deleteLead(lead.id);
    toast('The lead is deleted.');
  });
  return (
    <span class="button-row end">
      <button
        type="button"
        class="button ghost icon small"
        aria-label={`Edit ${lead.phone_number}`}
        onClick={() => edit(lead)}
      >
        <Pencil size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        class="button ghost icon small danger"
        aria-label={`Delete ${lead.phone_number}`}
        disabled={remove.isBusy}
        onClick={() => void remove.run()}
      >
        <Trash2 size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
