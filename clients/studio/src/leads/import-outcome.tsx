import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { type ImportJob, importPart, secondsLeft } from './import-job.ts';
import { RefusedRows } from './refused-rows.tsx';
import { continueImport, importAgain, stopImport } from './run-import.ts';
import { counted } from '../format/money.ts';
import { span } from '../format/time.ts';
import { errorText } from '../service/failure.ts';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';

/** The progress of the import; then the refused rows and the ones that are left. */
export function ImportOutcome({ job }: { job: ImportJob }): JSX.Element {
  const { refused, left } = job.state;
  const isBusy = job.phase === 'running';
  return (
    <>
      <Progress job={job} />
      {isBusy || left.length === 0 ? null : <Left job={job} />}
      {isBusy || refused.length === 0 ? null : (
        <RefusedRows heading={job.file.heading} refused={refused} onAgain={(rows) => void importAgain(job, rows)} />
      )}
    </>
  );
}

function Progress({ job }: { job: ImportJob }): JSX.Element {
  const { created, known, refused } = job.state;
  const isBusy = job.phase === 'running';
  return (
    <Card title={isBusy ? 'Importing' : 'Imported'}>
      <div class="stack">
        <progress value={importPart(job.state)} max={1} aria-label="Part of the file that is imported" />
        <div class="button-row">
          <strong class="numeric" role="status">
            {created} created, {known} known, {refused.length} refused
          </strong>
          {isBusy ? (
            <button type="button" class="button small" onClick={stopImport}>
              Stop
            </button>
          ) : (
            <Link class="button small" href={`/campaigns/${job.target.campaignId}`}>
              Open the campaign
            </Link>
          )}
        </div>
        {isBusy ? <p class="small soft">{remaining(job)}</p> : null}
        {known === 0 ? null : (
          <p class="small soft">A lead is known when the campaign has its number already. It was not changed.</p>
        )}
      </div>
    </Card>
  );
}

function remaining(job: ImportJob): string {
  const seconds = secondsLeft(job, Date.now());
  const left = seconds === undefined ? '' : `About ${span(seconds)} left. `;
  return `${left}You can open other pages. Keep this tab open.`;
}

/** The network failed, the service did, or the user has stopped it. */
function Left({ job }: { job: ImportJob }): JSX.Element {
  const { left } = job.state;
  const goOn = (
    <button type="button" class="button small" onClick={() => void continueImport(job)}>
      Go on
    </button>
  );
  return (
    <Notice tone="warn" action={goOn}>
      {job.error === undefined ? '' : `${errorText(job.error)} `}
      {counted(left.length, 'row')} {left.length === 1 ? 'was' : 'were'} not sent.
    </Notice>
  );
}
