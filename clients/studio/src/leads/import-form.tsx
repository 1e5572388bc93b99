import type { Campaign } from '@ringback/client';
import { Download } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FileField } from './file-field.tsx';
import { ImportColumns } from './import-columns.tsx';
import { Contents } from './import-contents.tsx';
import { importJob, type ImportJob } from './import-job.ts';
import type { LeadFile } from './lead-file.ts';
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
export function ImportForm({ campaigns, first, user, usualCountry, job }: ImportFormProps): JSX.Element {
  const [campaignId, setCampaignId] = useState(job?.target.campaignId ?? first.id);
  const [country, setCountry] = useState(job === undefined ? usualCountry : (job.target.country ?? ''));
  const [file, setFile] = useState<LeadFile | undefined>(job?.file);
  const campaign = campaigns.find(({ id }) => id === campaignId);
  const { names, needed } = useNames(campaign);
  const stated = country === '' ? undefined : country;
  const { uses, problem, columns, change, remember } = useColumns({ file, user, country: stated, names });
  const isRunning = job?.phase === 'running';
  const start = (): void => {
    if (file === undefined || columns === undefined) return;
    remember();
    // Chosen once: the next file and the forms begin with it.
    if (usualCountry === '' && country !== '') void saveDefaultCountry(country).catch(() => undefined);
    void startImport(file, columns, { campaignId, country: stated });
  };
  const own = columns?.variables.map((index) => columns.heading[index] ?? '') ?? [];
  return (
    <>
      <Card title="File and campaign" actions={<Template names={names} />}>
        <div class="columns">
          <FileField
            isBusy={isRunning}
            onFile={(chosen) => {
              importJob.value = undefined;
              setFile(chosen);
            }}
          />
          <SelectField
            label="Campaign"
            value={String(campaignId)}
            options={choices(campaigns)}
            disabled={job !== undefined}
            onChange={(id) => setCampaignId(Number(id))}
          />
          <CountryField value={country} disabled={isRunning} isKept={usualCountry === ''} onChange={setCountry} />
        </div>
      </Card>
      {file === undefined || job !== undefined ? null : (
        <ImportColumns file={file} uses={uses} names={names} problem={problem} disabled={isRunning} onChange={change} />
      )}
      {file === undefined ? null : (
        <Contents
          file={file}
          columns={job?.columns ?? columns}
          country={stated}
          missing={job !== undefined || columns === undefined ? [] : needed.filter((name) => !own.includes(name))}
          isReady={job === undefined}
          onStart={start}
        />
      )}
    </>
  );
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

/** The names that the texts of the campaign's assistant have, and those of them that only a column can fill. */
function useNames(campaign: Campaign | undefined): { names: string[]; needed: string[] } {
  const assistant = useQuery(getAssistantIfAny(campaign?.assistant_id ?? null)).data;
  if (assistant === undefined) return { names: [], needed: [] };
  const spoken = placeholders(assistant);
  const own = Object.keys(assistant.variables);
  return { names: [...new Set([...spoken, ...own])], needed: spoken.filter((name) => !own.includes(name)) };
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
