import type { Campaign } from '@ringback/client';
import { Download } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FileField } from './file-field.tsx';
import { ImportColumns } from './import-columns.tsx';
import { Contents, type Unfilled } from './import-contents.tsx';
import { importJob, type ImportJob } from './import-job.ts';
import { type LeadFile, variableColumns } from './lead-file.ts';
import { startImport } from './run-import.ts';
import { useColumns } from './use-columns.ts';
import { countries } from '../../../imports/src/countries.ts';
import { csvFile } from '../format/csv.ts';
import { placeholders } from '../format/placeholders.ts';
import { saveDefaultCountry } from '../requests/account/save-default-country.ts';
import { getAssistantIfAny } from '../requests/assistants/get-assistant-if-any.ts';
import { useQuery } from '../service/query.ts';
import { Card } from '../ui/page.tsx';
import { saveCsv } from '../ui/save-file.ts';
import { choices, SelectField } from '../ui/text-field.tsx';

interface ImportFormProps {
  campaigns: readonly Campaign[];
  /** The campaign that is chosen first. */
  first: Campaign;
  user: string;
  /** Of the account; empty: none. */
  usualCountry: string;
  job: ImportJob | undefined;
}

/** The file, where it goes, and what its columns become. */
export function ImportForm(props: ImportFormProps): JSX.Element {
  const { campaigns, usualCountry, job } = props;
  const { chosen, change, names, missing, start, columns: of } = useImportForm(props);
  const { campaignId, country, file } = chosen;
  const isRunning = job?.phase === 'running';
  return (
    <>
      <Card title="File and campaign" actions={<Template names={names} />}>
        <div class="columns">
          <FileField
            isBusy={isRunning}
            onFile={(read) => {
              importJob.value = undefined;
              change({ file: read });
            }}
          />
          <SelectField
            label="Campaign"
            value={String(campaignId)}
            options={choices(campaigns)}
            disabled={job !== undefined}
            onChange={(id) => change({ campaignId: Number(id) })}
          />
          <CountryField
            value={country}
            disabled={isRunning}
            isKept={usualCountry === ''}
            onChange={(code) => change({ country: code })}
          />
        </div>
      </Card>
      {file === undefined || job !== undefined ? null : <ImportColumns file={file} names={names} of={of} />}
      {file === undefined ? null : (
        <Contents
          file={file}
          columns={job?.columns ?? of.columns}
          country={country}
          missing={missing}
          isReady={job === undefined}
          onStart={start}
        />
      )}
    </>
  );
}

interface Chosen {
  campaignId: number;
  /** Empty: none. */
  country: string;
  file: LeadFile | undefined;
}

function useImportForm({ campaigns, first, user, usualCountry, job }: ImportFormProps) {
  const [chosen, setChosen] = useState<Chosen>({
    campaignId: job?.target.campaignId ?? first.id,
    country: job === undefined ? usualCountry : job.target.country,
    file: job?.file,
  });
  const { campaignId, country, file } = chosen;
  const { names, needed } = useNames(campaigns.find(({ id }) => id === campaignId));
  const columns = useColumns({ file, user, country, names });
  const start = (): void => {
    if (file === undefined || columns.columns === undefined) return;
    columns.remember();
    // Chosen once: the next file and the forms begin with it.
    if (usualCountry === '' && country !== '') void saveDefaultCountry(country).catch(() => undefined);
    void startImport(file, columns.columns, { campaignId, country });
  };
  const filled = columns.columns === undefined ? undefined : variableColumns(columns.columns);
  return {
    chosen,
    change: (changes: Partial<Chosen>) => setChosen((before) => ({ ...before, ...changes })),
    names,
    missing: job !== undefined || filled === undefined ? [] : needed.filter(({ name }) => !filled.includes(name)),
    columns,
    start,
  };
}

interface CountryFieldProps {
  value: string;
  disabled: boolean;
  /** It becomes that of the account. */
  isKept: boolean;
  onChange: (country: string) => void;
}

function CountryField({ value, disabled, isKept, onChange }: CountryFieldProps): JSX.Element {
  const [known] = useState(countries);
  const hint = 'A column with codes such as US says it for each row.';
  return (
    <SelectField
      label="Country of numbers without +"
      hint={isKept ? `${hint} Your choice is kept for the next time.` : hint}
      value={value}
      options={[['', 'Refuse these numbers'], ...known]}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** The names of the assistant's variables, and those that its texts have, with the assistant's values. */
function useNames(campaign: Campaign | undefined): { names: string[]; needed: Unfilled[] } {
  const assistant = useQuery(getAssistantIfAny(campaign?.assistant_id ?? null)).data;
  if (assistant === undefined) return { names: [], needed: [] };
  const spoken = placeholders(assistant);
  const own = new Map(Object.entries(assistant.variables));
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return {
    names: [...new Set([...spoken, ...own.keys()])],
    needed: spoken.map((name) => ({ name, usual: own.has(name) ? textOf(own.get(name)) : undefined })),
  };
}

/** A file with the headings that need no choice. */
function Template({ names }: { names: readonly string[] }): JSX.Element {
  const columns = ['phone_number', ...names].map((title) => ({ title, text: () => '' }));
  return (
    <button type="button" class="button small" onClick={() => saveCsv('leads.csv', csvFile(columns, []))}>
      <Download size={14} aria-hidden="true" /> Download a template
    </button>
  );
}
