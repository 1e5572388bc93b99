import type { Assistant } from '@ringback/client';
import { Hash } from 'lucide-preact';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { DefaultCountryCard } from './default-country-card.tsx';
import { changeAnswer, type NumberRow, numberRows } from './number-holders.ts';
import { countryName } from '../../../imports/src/countries.ts';
import { phone } from '../format/phone.ts';
import { listAllAssistants } from '../requests/assistants/list-all-assistants.ts';
import { updateAssistant } from '../requests/assistants/update-assistant.ts';
import { listNumbers } from '../requests/numbers/list-numbers.ts';
import { bothOf, useQuery } from '../service/query.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Select } from '../ui/field.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Phone } from '../ui/record-parts.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** The numbers of the account, and which assistant answers on each. */
export function NumbersPage(): JSX.Element {
  const holders = bothOf(useQuery(listNumbers()), useQuery(listAllAssistants()));
  return (
    <Page
      title="Numbers"
      lead="Choose which assistant answers when a number is called, and see which ones call from it."
    >
      <div class="stack">
        <Card flush>
          <Loaded of={holders}>
            {([numbers, assistants]) => (
              <DataTable
                caption="Phone numbers"
                columns={columnsOf(assistants.filter(({ type }) => type === 'inbound'))}
                rows={numberRows(numbers, assistants)}
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
        <DefaultCountryCard />
      </div>
    </Page>
  );
}

const columnsOf = (inbound: readonly Assistant[]): ReadonlyArray<Column<NumberRow>> => [
  { title: 'Number', cell: ({ number }) => <Phone of={number.phone_number} /> },
  { title: 'Country', cell: ({ number }) => countryName(number.country_code) },
  { title: 'Kind', cell: ({ number }) => number.type_label },
  { title: 'Answered by', cell: (row) => <Answers row={row} inbound={inbound} /> },
  { title: 'Calls from it', cell: ({ callers }) => <Callers of={callers} /> },
];

interface AnswersProps {
  row: NumberRow;
  inbound: readonly Assistant[];
}

function Answers({ row, inbound }: AnswersProps): JSX.Element {
  const { number, answers, canAnswer } = row;
  const change = useAction(async (value: string) => {
    const chosen = inbound.find(({ id }) => String(id) === value);
    await changeAnswer(row, chosen?.id, (assistantId, phone_number_id) =>
      updateAssistant(assistantId, { phone_number_id }),
    );
    const shown = phone(number.phone_number);
    toast(chosen === undefined ? `No assistant answers ${shown} now.` : `${chosen.name} answers ${shown} now.`);
  });
  if (!canAnswer) {
    return (
      <span class="soft">
        {number.type_label === 'Caller ID' ? 'It is only shown as the caller' : 'It is not available'}
      </span>
    );
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
