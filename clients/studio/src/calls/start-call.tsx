import { PhoneOutgoing } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { simulatedCustomers } from './simulated-customers.ts';
import { e164, phoneProblem } from '../format/phone.ts';
import { filledVariables, variableFields } from '../format/placeholders.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { listOutboundAssistants, type OutboundAssistant } from '../requests/assistants/list-outbound-assistants.ts';
import { makeCall } from '../requests/calls/make-call.ts';
import { getStudioSettings } from '../requests/stack/get-studio-settings.ts';
import { useQuery } from '../service/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PhoneField } from '../ui/phone-field.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';
import { choices, SelectField, TextField } from '../ui/text-field.tsx';
import { useSubmit } from '../ui/use-submit.tsx';

/** Asks for assistant, number and variables, makes the call, and opens its page. */
export function StartCall({ onClose }: { onClose: () => void }): JSX.Element {
  const assistants = useQuery(listOutboundAssistants());
  return (
    <Dialog title="New call" onClose={onClose}>
      <Loaded of={assistants} lines={4}>
        {(all) => {
          const [first, ...others] = all.filter(({ status }) => status === 'active');
          return first === undefined ? <NoAssistant /> : <StartForm assistants={[first, ...others]} />;
        }}
      </Loaded>
    </Dialog>
  );
}

function NoAssistant(): JSX.Element {
  const action = (
    <Link class="button primary" href="/assistants/new">
      Create an assistant
    </Link>
  );
  return (
    <Empty title="No assistant makes calls yet" actions={action}>
      Create one whose direction is “makes calls”, then come back.
    </Empty>
  );
}

function StartForm({ assistants }: { assistants: [OutboundAssistant, ...OutboundAssistant[]] }): JSX.Element {
  const [, navigate] = useLocation();
  const [assistant, setAssistant] = useState<OutboundAssistant>(assistants[0]);
  const [number, setNumber] = useState('');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const country = useDefaultCountry();
  const { onSubmit, isBusy, problems, failure } = useSubmit({
    check: () => ({ phone_number: phoneProblem(number, country) }),
    send: async (keyOf) => {
      const phone_number = e164(number, country);
      const call = { assistant_id: assistant.id, phone_number, variables: filledVariables(typed) };
      const { call_id } = await makeCall(call, keyOf(call));
      navigate(`/calls/${call_id}`);
    },
    sentences: { 'Invalid phone number': 'phone_number' },
  });
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <SelectField
        label="Assistant"
        problem={problems['assistant_id']}
        value={String(assistant.id)}
        options={choices(assistants)}
        onChange={(id) => setAssistant(assistants.find((one) => String(one.id) === id) ?? assistant)}
      />
      <NumberField value={number} country={country} problem={problems['phone_number']} onInput={setNumber} />
      <Variables assistant={assistant} typed={typed} onChange={setTyped} />
      {failure}
      <div class="button-row end">
        <button type="submit" class="button primary" disabled={isBusy}>
          <PhoneOutgoing size={16} aria-hidden="true" /> {isBusy ? 'Calling…' : 'Call now'}
        </button>
      </div>
    </form>
  );
}

interface NumberFieldProps {
  value: string;
  country: string | undefined;
  problem: string | undefined;
  onInput: (value: string) => void;
}

/** On a local stack the simulated customers are suggested. */
function NumberField({ problem, ...field }: NumberFieldProps): JSX.Element {
  const settings = useQuery(getStudioSettings());
  const isLocal = settings.data?.users !== undefined;
  const hint = isLocal
    ? 'This stack has simulated customers: +12025550100 talks along, …0176 is a menu, …0150 is busy.'
    : undefined;
  return (
    <>
      <PhoneField
        label="Number to call"
        hint={hint}
        problem={problem}
        list={isLocal ? 'simulated-customers' : undefined}
        {...field}
      />
      {isLocal ? (
        <datalist id="simulated-customers">
          {simulatedCustomers.map(([customer, does]) => (
            <option key={customer} value={customer} label={does} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}

interface VariablesProps {
  assistant: OutboundAssistant;
  typed: Record<string, string>;
  onChange: (typed: Record<string, string>) => void;
}

/** A field for each variable that greeting and prompt name, and a warning when one stays empty. */
function Variables({ assistant, typed, onChange }: VariablesProps): JSX.Element | null {
  const fields = variableFields(assistant, typed);
  const missing = fields.filter(({ isMissing }) => isMissing);
  if (fields.length === 0) return null;
  return (
    <fieldset class="stack">
      <legend class="label">Variables</legend>
      {fields.map(({ name, usual }) => (
        <TextField
          key={name}
          label={<code>{name}</code>}
          hint={usual === undefined ? undefined : `If it is empty: ${usual || '–'}`}
          value={typed[name] ?? ''}
          onInput={(text) => onChange({ ...typed, [name]: text })}
        />
      ))}
      {missing.length === 0 ? null : (
        <Notice tone="warn">
          No value yet: {missing.map(({ name }) => name).join(', ')}. The assistant would read out the placeholder.
        </Notice>
      )}
    </fieldset>
  );
}
