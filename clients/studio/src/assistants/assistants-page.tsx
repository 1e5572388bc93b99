import type { Assistant } from '@ringback/client';
import { Bot, Plus } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { formatDate, formatWord } from '../format/local.ts';
import { listAssistants } from '../requests/assistants/list-assistants.ts';
import { useQuery } from '../service/query.ts';
import { type Column, DataTable, Pager, useFilters } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { Badge, Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

const columns: ReadonlyArray<Column<Assistant>> = [
  { title: 'Name', cell: (assistant) => assistant.name },
  { title: 'Calls', cell: ({ type }) => (type === 'inbound' ? 'Receives' : 'Makes') },
  { title: 'Engine', cell: ({ mode }) => formatWord(mode) },
  { title: 'Language', cell: ({ language }) => language ?? '–' },
  {
    title: 'Status',
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'plain'}>{formatWord(status)}</Badge>,
    bare: true,
  },
  { title: 'Created', cell: ({ created_at }) => formatDate(created_at), end: true },
];

/** All assistants of the user. */
export function AssistantsPage(): JSX.Element {
  const { values, page, setFilter, setPage } = useFilters(['type']);
  const type = values.type === 'inbound' || values.type === 'outbound' ? values.type : undefined;
  const assistants = useQuery(listAssistants({ page, type }));
  const create = (
    <Link class="button primary" href="/assistants/new">
      <Plus size={16} aria-hidden="true" /> New assistant
    </Link>
  );
  return (
    <Page title="Assistants" lead="Each assistant has a prompt, a voice, and rules for its calls." actions={create}>
      <div class="filters">
        <Select
          label="Direction of calls"
          value={type ?? ''}
          options={[
            ['', 'All directions'],
            ['outbound', 'Makes calls'],
            ['inbound', 'Receives calls'],
          ]}
          onChange={(value) => setFilter('type', value)}
        />
      </div>
      <Card flush>
        <Loaded of={assistants}>
          {({ data, current_page, last_page, total }) => (
            <>
              <DataTable
                caption="Assistants"
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => `/assistants/${id}`}
                empty={
                  <Empty icon={<Bot aria-hidden="true" />} title="No assistants yet" actions={create}>
                    An assistant has a prompt, a voice and a model. Make one, then talk to it here.
                  </Empty>
                }
              />
              <Pager page={current_page} lastPage={last_page} total={total} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
