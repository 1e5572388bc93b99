import { BookmarkPlus, Download, Play } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Conversation } from './conversation.ts';
import { fileName, rehearsalOf, type Values } from './rehearsal.ts';
import { getStudioSettings } from '../requests/stack/get-studio-settings.ts';
import { type RehearsalResult, runRehearsal } from '../requests/stack/run-rehearsal.ts';
import { saveRehearsal } from '../requests/stack/save-rehearsal.ts';
import { useQuery } from '../service/query.ts';
import { Badge } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';

interface SaveProps {
  conversation: Conversation;
  values: Values;
  variables: Record<string, string>;
}

/** Keeps the conversation: on a local stack as a file that can be run, elsewhere as a download. */
export function SaveRehearsal({ conversation, values, variables }: SaveProps): JSX.Element | null {
  const settings = useQuery(getStudioSettings());
  const [saved, setSaved] = useState<string>();
  const [result, setResult] = useState<RehearsalResult>();
  const rehearsal = rehearsalOf(conversation, values, variables);
  const save = useAction(async () => setSaved(await saveRehearsal(rehearsal)));
  const run = useAction(async () => {
    setResult(undefined);
    setResult(await runRehearsal(saved ?? ''));
  });
  if (settings.data === undefined || !conversation.lines.some(({ who }) => who !== 'assistant')) return null;
  if (settings.data.rehearsals !== true) return <DownloadButton name={fileName(rehearsal.name)} content={rehearsal} />;
  return (
    <div class="rehearsal">
      <div class="button-row">
        <button
          type="button"
          class="button"
          disabled={save.isBusy || saved !== undefined}
          onClick={() => void save.run()}
        >
          <BookmarkPlus size={15} aria-hidden="true" /> {saved === undefined ? 'Save as a rehearsal' : 'Saved'}
        </button>
        {saved === undefined ? null : (
          <button type="button" class="button" disabled={run.isBusy} onClick={() => void run.run()}>
            <Play size={15} aria-hidden="true" /> {run.isBusy ? 'Rehearsing…' : 'Run it'}
          </button>
        )}
      </div>
      {saved === undefined ? (
        <p class="small soft">The same customer can then call again after each change of the prompt.</p>
      ) : (
        <p class="small soft">
          <code>npm run rehearse -- {saved}</code>
        </p>
      )}
      {result === undefined ? null : <Result result={result} />}
    </div>
  );
}

function Result({ result: { failures, seconds } }: { result: RehearsalResult }): JSX.Element {
  return (
    <div role="status" class="stack">
      <span class="button-row">
        <Badge tone={failures.length === 0 ? 'good' : 'bad'}>{failures.length === 0 ? 'Passed' : 'Failed'}</Badge>
        <span class="small soft numeric">in {seconds.toFixed(1)} s</span>
      </span>
      {failures.length === 0 ? null : (
        <ul class="small">
          {failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function DownloadButton({ name, content }: { name: string; content: unknown }): JSX.Element {
  const download = () => {
    // JSON is YAML: `npm run rehearse` reads it as it is.
    const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/yaml' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div class="button-row">
      <button type="button" class="button" onClick={download}>
        <Download size={15} aria-hidden="true" /> Download as a rehearsal
      </button>
    </div>
  );
}
