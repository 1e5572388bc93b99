import type { DoNotCallEntry } from '@ringback/client';
import { PhoneOff } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { e164, phone, phoneProblem } from '../format/phone.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { addEntry } from '../requests/do-not-call/add-entry.ts';
import { everyEntry, listEntries } from '../requests/do-not-call/list-entries.ts';
import { removeEntry } from '../requests/do-not-call/remove-entry.ts';
import { useQuery } from '../service/query.ts';
import { type Column, DataTable, Pager, useFilters } from '../ui/data-table.tsx';
import { confirm } from '../ui/dialog.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Card, Page } from '../ui/page.tsx';
import { PhoneField } from '../ui/phone-field.tsx';
import { Phone, Time } from '../ui/record-parts.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.tsx';

const sources: Record<DoNotCallEntry['source'], string> = {
  api: 'Added by you',
  import: 'Imported',
  call: 'Asked in a call',
  sms: 'Asked by SMS',
};

/** Numbers that no campaign, call or SMS of the account reaches. */
export function DoNotCallPage(): JSX.Element {
  const { page, setPage } = useFilters([]);
  const entries = useQuery(listEntries(page));
  return (
    <Page
      title="Do-not-call list"
      back={{ href: '/leads', title: 'Leads' }}
      lead="Campaigns do not call these numbers, and they get no SMS. The service adds customers who ask for it."
    >
      <div class="stack">
        <AddNumber />
        <Card title="Numbers" actions={<ExportButton of="number" columns={() => columns} rows={everyEntry} />} flush>
          <Loaded of={entries}>
            {({ data, current_page, last_page, total }) => (
              <>
                <DataTable
                  caption="Numbers that are not called"
                  columns={columns}
                  rows={data}
                  keyOf={({ phone_number }) => phone_number}
                  empty={
                    <Empty icon={<PhoneOff aria-hidden="true" />} title="No number is on the list">
                      The service adds customers who say “do not call me again”, and those who answer STOP to an SMS.
                    </Empty>
                  }
                />
                <Pager page={current_page} lastPage={last_page} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Card>
      </div>
    </Page>
  );
}

const columns: ReadonlyArray<Column<DoNotCallEntry>> = [
  {
    title: 'Number',
    text: ({ phone_number }) => phone_number,
    cell: ({ phone_number }) => <Phone of={phone_number} />,
  },
  { title: 'Source', text: ({ source }) => sources[source] },
  { title: 'Reason', text: ({ reason }) => reason ?? '' },
  {
    title: 'Added',
    csvTitle: 'Added (UTC)',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
    end: true,
  },
  { title: '', cell: (entry) => <Remove entry={entry} />, end: true },
];

function Remove({ entry }: { entry: DoNotCallEntry }): JSX.Element {
  const number = phone(entry.phone_number);
  const remove = useAction(async () => {
    const text = `${removeEntry.about} Do this only if the owner of the number has agreed.`;
    if (!(await confirm({ title: `Take ${number} off the list?`, text, action: 'Take off', danger: true }))) return;
    await removeEntry(entry.phone_number);
    toast(`Campaigns may call ${number} again.`);
  });
  return (
    <button
      type="button"
      class="button small"
      aria-label={`Take off ${number}`}
      disabled={remove.isBusy}
      onClick={() => void remove.run()}
    >
      Take off
    </button>
  );
}

function AddNumber(): JSX.Element {
  const [number, setNumber] = useState('');
  const [reason, setReason] = useState('');
  const country = useDefaultCountry();
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({ phone_number: phoneProblem(number, country) }),
    send: async () => {
      const added = e164(number, country);
      await addEntry(added, reason.trim() === '' ? undefined : reason.trim());
      toast(`Campaigns do not call ${phone(added)} any more.`);
      setNumber('');
      setReason('');
    },
    sentences: { 'Invalid phone number': 'phone_number' },
  });
  return (
    <Card title="Add a number">
      <form class="stack" onSubmit={onSubmit} noValidate>
        <div class="columns">
          <PhoneField
            label="Phone number"
            problem={problems['phone_number']}
            value={number}
            country={country}
            onInput={setNumber}
          />
          <TextField
            label="Reason (optional)"
            problem={problems['reason']}
            maxLength={255}
            placeholder="Asked by e-mail"
            value={reason}
            onInput={setReason}
          />
        </div>
        {failure}
        <div class="button-row end">
          <button type="submit" class="button primary" disabled={isBusy}>
            Add
          </button>
        </div>
      </form>
    </Card>
  );
}
