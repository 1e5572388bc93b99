import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { LeadFile } from './lead-file.ts';
import { importPart } from './lead-import.ts';
import { RefusedRows } from './refused-rows.tsx';
import type { ImportRun, ImportTarget } from './use-import.ts';
import { counted } from '../format/money.ts';
import { errorText } from '../service/failure.ts';
import { Card } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';

interface OutcomeProps {
  run: ImportRun;
  file: LeadFile;
  target: ImportTarget;
}

/** The progress of the import; then the refused rows and the ones that are left. */
export function ImportOutcome({ run, file, target }: OutcomeProps): JSX.Element {
  const { refused, left } = run.state;
  const isBusy = run.phase === 'running';
  return (
    <>
      <Progress run={run} campaignId={target.campaignId} />
      {isBusy || left.length === 0 ? null : <Left run={run} onGoOn={() => run.goOn(file, target)} />}
      {isBusy || refused.length === 0 ? null : (
        <RefusedRows heading={file.heading} refused={refused} onAgain={(rows) => run.again(file, target, rows)} />
      )}
    </>
  );
}

function Progress({ run, campaignId }: Pick<OutcomeProps, 'run'> & { campaignId: number }): JSX.Element {
  const { created, known, refused } = run.state;
  const isBusy = run.phase === 'running';
  return (
    <Card title={isBusy ? 'Importing' : 'Imported'}>
      <div class="stack">
        <progress value={importPart(run.state)} max={1} aria-label="Part of the file that is imported" />
        <div class="button-row">
          <strong class="numeric" role="status">
            {created} created, {known} known, {refused.length} refused
          </strong>
          {isBusy ? (
            <button type="button" class="button small" onClick={run.stop}>
              Stop
            </button>
          ) : (
            <Link class="button small" href={`/campaigns/${campaignId}`}>
              Open the campaign
            </Link>
          )}
        </div>
        {known === 0 ? null : (
          <p class="small soft">A lead is known when the campaign has its number already. It was not changed.</p>
        )}
      </div>
    </Card>
  );
}

/** The network failed, the service did, or the user has stopped it. */
function Left({ run, onGoOn }: { run: ImportRun; onGoOn: () => void }): JSX.Element {
  const { left } = run.state;
  const goOn = (
    <button type="button" class="button small" onClick={onGoOn}>
      Go on
    </button>
  );
  return (
    <Notice tone="warn" action={goOn}>
      {run.error === undefined ? '' : `${errorText(run.error)} `}
      {counted(left.length, 'row')} {left.length === 1 ? 'was' : 'were'} not sent.
    </Notice>
  );
}
