import type { JSX } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { importJob, importPart, secondsLeft } from './import-job.ts';
import { counted } from '../format/money.ts';
import { span } from '../format/time.ts';
import { Notice } from '../ui/states.tsx';

const HOME = '/leads/import';

/** On other pages: how far the import of this tab is, and what is left to do. */
export function ImportBar(): JSX.Element | null {
  const [path] = useLocation();
  const job = importJob.value;
  if (job === undefined || path === HOME) return null;
  const { refused, left } = job.state;
  const show = (
    <Link class="button small" href={HOME}>
      Show
    </Link>
  );
  if (job.phase === 'running') {
    const seconds = secondsLeft(job, Date.now());
    return (
      <Notice action={show}>
        Importing {job.file.name}: {Math.floor(importPart(job.state) * 100)} %
        {seconds === undefined ? '' : `, about ${span(seconds)} left`}
      </Notice>
    );
  }
  const open = [
    refused.length === 0 ? [] : [`${counted(refused.length, 'row')} refused`],
    left.length === 0 ? [] : [`${counted(left.length, 'row')} not sent`],
  ].flat();
  if (open.length === 0) return null;
  return (
    <Notice tone="warn" action={show}>
      {job.file.name}: {open.join(', ')}.
    </Notice>
  );
}
