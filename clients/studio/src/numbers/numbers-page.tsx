import type { Assistant } from '@ringback/client';
import { Hash } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { changeAnswer, countryName, type NumberRow, numberRows } from './number-holders.ts';
import { api } from '../api.ts';
import { phone } from '../format/phone.ts';
import { useAction, useLoad } from '../load.ts';
import { allAssistants } from '../more-api.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Phone } from '../ui/record-parts.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

/** The numbers of the account, and which assistant answers on each. */
export function NumbersPage(): JSX.Element {
  const loaded = useLoad(async (signal) => {
    const [numbers, assistants] = await Promise.all([api.lookups.numbers(), allAssistants(signal)]);
    return { rows: numberRows(numbers, assistants), inbound: assistants.filter(({ type }) => type === 'inbound') };
  }, []);
  return (
    <Page
      title="Numbers"
      lead="Choose which assistant answers when a number is called, and see which ones call from it."
    >
      <Card flush>
        <Loaded of={loaded}>
          {({ rows, inbound }) => (
            <DataTable
              caption="Phone numbers"
              columns={columnsOf(inbound, loaded.reload)}
              rows={rows}
              keyOf={({ number }) => number.id}
              empty={
                <Empty icon={<Hash aria-hidden="true" />} title="No numbers yet">
                  The operator of this service adds numbers to your account.
                </Empty>
              }
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

const columnsOf = (inbound: readonly Assistant[], reload: () => Promise<void>): ReadonlyArray<Column<NumberRow>> => [
  { title: 'Number', cell: ({ number }) => <Phone of={number.phone_number} /> },
  { title: 'Country', cell: ({ number }) => countryName(number.country_code) },
  { title: 'Kind', cell: ({ number }) => number.type_label },
  { title: 'Answered by', cell: (row) => <Answers row={row} inbound={inbound} reload={reload} /> },
  { title: 'Calls from it', cell: ({ callers }) => <Callers of={callers} /> },
];

interface AnswersProps {
  row: NumberRow;
  inbound: readonly Assistant[];
  reload: () => Promise<void>;
}

function Answers({ row, inbound, reload }: AnswersProps): JSX.Element {
  const { number, answers, canAnswer } = row;
  const change = useAction(async (value: string) => {
    const chosen = inbound.find(({ id }) => String(id) === value);
    try {
      await changeAnswer(row, chosen?.id, (assistantId, phone_number_id) =>
        api.assistants.update(assistantId, { phone_number_id }),
      );
      const shown = phone(number.phone_number);
      toast(chosen === undefined ? `No assistant answers ${shown} now.` : `${chosen.name} answers ${shown} now.`);
    } finally {
      await reload();
    }
  });
  if (!canAnswer) {
    return <span class="soft">{number.type_label === 'Caller ID' ? 'Only shown as the caller' : 'Not available'}</span>;
  }
  const free = inbound.filter(({ id, phone_number_id }) => phone_number_id === null || id === answers?.id);
  return (
    <Select
      label={`Who answers ${phone(number.phone_number)}`}
      value={String(answers?.id ?? '')}
      options={[['', 'No assistant'], ...free.map(({ id, name }): [string, string] => [String(id), name])]}
      onChange={(value) => void change.run(value)}
    />
  );
}

function Callers({ of }: { of: NumberRow['callers'] }): JSX.Element {
  if (of.length === 0) return <span class="soft">–</span>;
  return (
    <span>
      {of.map(({ id, name }, index) => (
        <span key={id}>
          {index === 0 ? '' : ', '}
          <Link href={`/assistants/${id}`}>{name}</Link>
        </span>
      ))}
    </span>
  );
}
