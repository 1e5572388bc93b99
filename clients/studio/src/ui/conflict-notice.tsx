import type { JSX } from 'preact';
import { Notice } from './states.tsx';

interface ConflictProps {
  rows: ReadonlyArray<{ label: string; stored: string; mine: string | undefined }>;
  /** Drops the changes of this tab. */
  take: () => void;
}

/** A record was changed after it was read: what is stored beside what is typed. Nothing was overwritten. */
export function ConflictNotice({ rows, take }: ConflictProps): JSX.Element {
  return (
    <div class="stack" role="alert">
      <Notice
        tone="warn"
        action={
          <button type="button" class="button small" onClick={take}>
            Take the stored ones
          </button>
        }
      >
        Another tab or another user has changed these settings meanwhile. Nothing is overwritten yet. Your other changes
        stay in the form.
      </Notice>
      <div class="table-wrap">
        <table>
          <caption class="visually-hidden">Settings that were changed meanwhile</caption>
          <thead>
            <tr>
              {['Setting', 'Stored now', 'In this form'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, stored, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{stored}</td>
                <td>{mine ?? 'as stored'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
