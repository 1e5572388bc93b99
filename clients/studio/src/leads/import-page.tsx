import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { ImportOutcome } from './import-outcome.tsx';
import { type LeadFile, numberOfRow, readLeadFile, variableColumns } from './lead-file.ts';
import { type ImportRun, useImport } from './use-import.ts';
import { countries } from '../../../imports/src/countries.ts';
import { FileProblem, fileOfPage } from '../../../imports/src/import-file.ts';
import { counted } from '../format/money.ts';
import { positive } from '../format/query.ts';
import { useDefaultCountry } from '../requests/account/use-default-country.ts';
import { listCampaigns } from '../requests/campaigns/list-campaigns.ts';
import { useQuery } from '../service/query.ts';
import { Field } from '../ui/field.tsx';
import { useLeaveQuestion } from '../ui/leave-question.ts';
import { Card, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { choices, SelectField } from '../ui/text-field.tsx';

/** Leads from a CSV file: its rows, the progress of the import, and the rows that were refused. */
export function ImportPage(): JSX.Element {
  const wanted = positive(new URLSearchParams(useSearch()).get('campaign_id'));
  const campaigns = useQuery(listCampaigns());
  const create = (
    <Link class="button primary" href="/campaigns/new">
      Create a campaign
    </Link>
  );
  return (
    <Page
      title="Import leads"
      back={{ href: '/leads', title: 'Leads' }}
      lead="The CSV file or the first sheet of the workbook needs a column phone_number. The columns secondary_phone_1 to _10 are further numbers; every other column is a variable."
    >
      <Loaded of={campaigns}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No campaign yet" actions={create}>
              Leads belong to a campaign.
            </Empty>
          ) : (
            <Import campaigns={all} first={all.find(({ id }) => id === wanted)?.id ?? all[0]?.id ?? 0} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface ImportProps {
  campaigns: ReadonlyArray<{ id: number; name: string }>;
  first: number;
}

function Import({ campaigns, first }: ImportProps): JSX.Element {
  const [campaignId, setCampaignId] = useState(first);
  const [chosen, setCountry] = useState<string>();
  const usual = useDefaultCountry();
  const country = chosen ?? usual ?? '';
  const [known] = useState(countries);
  const [file, setFile] = useState<LeadFile & { name: string }>();
  const run = useImport();
  useLeaveQuestion(run.phase === 'running', { home: '/leads/import', text: 'The import is not finished.' });
  const target = { campaignId, country: country === '' ? undefined : country };
  const choose = (chosen: (LeadFile & { name: string }) | undefined): void => {
    run.clear();
    setFile(chosen);
  };
  return (
    <div class="stack">
      <Card title="File and campaign">
        <div class="columns">
          <FileField isBusy={run.phase === 'running'} onFile={choose} />
          <SelectField
            label="Campaign"
            value={String(campaignId)}
            options={choices(campaigns)}
            disabled={run.phase !== 'ready'}
            onChange={(id) => setCampaignId(Number(id))}
          />
          <SelectField
            label="Country of numbers without +"
            hint="A column country, with codes such as US, says it for each row."
            value={country}
            options={[['', 'Refuse these numbers'], ...known]}
            disabled={run.phase === 'running'}
            onChange={setCountry}
          />
        </div>
      </Card>
      {file === undefined ? null : (
        <Contents file={file} run={run} country={target.country} onStart={() => run.start(file, target)} />
      )}
      {file === undefined || run.phase === 'ready' ? null : <ImportOutcome run={run} file={file} target={target} />}
    </div>
  );
}

interface FileFieldProps {
  isBusy: boolean;
  /** Undefined: the file cannot be read. */
  onFile: (file: (LeadFile & { name: string }) | undefined) => void;
}

function FileField({ isBusy, onFile }: FileFieldProps): JSX.Element {
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File | undefined): Promise<void> => {
    setProblem(undefined);
    onFile(undefined);
    if (chosen === undefined) return;
    try {
      onFile({ ...(await readLeadFile(fileOfPage(chosen))), name: chosen.name });
    } catch (error) {
      setProblem(error instanceof FileProblem ? error.message : 'The file cannot be read.');
    }
  };
  return (
    <Field label="CSV file or workbook of Excel" problem={problem}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={isBusy}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

interface ContentsProps {
  file: LeadFile & { name: string };
  run: ImportRun;
  country: string | undefined;
  onStart: () => void;
}

const SHOWN = 5;

/** The first rows, so that a wrong delimiter, heading or country is seen before anything is sent. */
function Contents({ file, run, country, onStart }: ContentsProps): JSX.Element {
  const variables = variableColumns(file);
  return (
    <Card title={`${file.name}: ${counted(file.rows.length, 'row')}`} flush>
      <div class="table-wrap" tabIndex={0} role="region" aria-label="The first rows of the file">
        <table>
          <caption class="visually-hidden">The first rows of the file</caption>
          <thead>
            <tr>
              {['Line', 'Number', ...file.heading].map((name, index) => (
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.rows.slice(0, SHOWN).map(({ line, cells }) => (
              <tr key={line}>
                <td class="numeric">{line}</td>
                <td>{numberOfRow(file.columns, cells, country)}</td>
                {file.heading.map((_, index) => (
                  <td key={index}>{cells[index] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="pager">
        <span>
          {file.format === 'UTF-8' || file.format === 'xlsx' ? '' : `Read as ${file.format}. `}
          {variables.length === 0 ? 'No variables.' : `Variables: ${variables.join(', ')}`}
        </span>
        <button type="button" class="button primary" disabled={run.phase !== 'ready'} onClick={onStart}>
          Import {counted(file.rows.length, 'row')}
        </button>
      </div>
    </Card>
  );
}
