import { BookmarkPlus, Download, Play } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Conversation } from './conversation.ts';
import { fileName, rehearsalOf } from './rehearsal.ts';
import type { Values } from '../assistants/setting-row.ts';
import { useAction, useLoad } from '../load.ts';
import { studioSettings, token } from '../session.ts';
import { Badge } from '../ui/page.tsx';

interface SaveProps {
  conversation: Conversation;
  values: Values;
  variables: Record<string, string>;
}

interface RunResult {
  seconds: number;
  failures: string[];
}

/** Keeps what was said: on a local stack as a file that can be run, elsewhere as a download. */
export function SaveRehearsal({ conversation, values, variables }: SaveProps): JSX.Element | null {
  const settings = useLoad(() => studioSettings(), []);
  const [saved, setSaved] = useState<string>();
  const [result, setResult] = useState<RunResult>();
  const rehearsal = rehearsalOf(conversation, values, variables);
  const save = useAction(async () => setSaved((await local<{ file: string }>('/local/rehearsals', rehearsal)).file));
  const run = useAction(async () => {
    setResult(undefined);
    setResult(await local<RunResult>('/local/rehearsals/run', { file: saved }));
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

function Result({ result: { failures, seconds } }: { result: RunResult }): JSX.Element {
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

/** An action of the local stack itself; the token shows that one of its users asks. */
async function local<Result>(path: string, body: unknown): Promise<Result> {
  const headers = { authorization: `Bearer ${token() ?? ''}`, 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer: Result & { message?: string } = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `The stack answered ${response.status}`);
  return answer;
}
