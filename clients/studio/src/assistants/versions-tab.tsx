import type { Assistant, AssistantVersion } from '@ringback/client';
import { History } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SettingChanges } from './setting-changes.tsx';
import type { Values } from './setting-row.ts';
import { formatDateTime } from '../format/local.ts';
import { listVersions } from '../requests/assistants/list-versions.ts';
import { updateAssistant } from '../requests/assistants/update-assistant.ts';
import { useQuery } from '../service/query.ts';
import { refreshed } from '../service/request.ts';
import { confirm } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

/** The versions, newest first, and the changes between two of them. */
export function VersionsTab({ assistant }: { assistant: Assistant }): JSX.Element {
  const versions = useQuery(listVersions(assistant.id));
  return (
    <Loaded of={versions}>
      {(all) =>
        all.length < 2 ? (
          <Card>
            <Empty icon={<History aria-hidden="true" />} title="One version so far">
              Each change of a setting makes a version. Here you can compare two versions, and take an earlier one back.
            </Empty>
          </Card>
        ) : (
          <Comparison key={all.length} assistant={assistant} versions={all} />
        )
      }
    </Loaded>
  );
}

interface ComparisonProps {
  assistant: Assistant;
  versions: readonly AssistantVersion[];
}

function Comparison({ assistant, versions }: ComparisonProps): JSX.Element {
  const [newest, before] = versions;
  const [from, setFrom] = useState(before?.version);
  const [to, setTo] = useState(newest?.version);
  const find = (version: number | undefined) => versions.find((one) => one.version === version);
  const [older, newer] = [find(from), find(to)];
  const options = versions.map(({ version, created_at }): readonly [string, string] => [
    String(version),
    `Version ${version} · ${formatDateTime(created_at)}`,
  ]);
  const restore = useAction(async () => {
    if (older === undefined) return;
    const title = `Take version ${older.version} back?`;
    if (!(await confirm({ title, text: 'It becomes the newest version. No version is lost.', action: 'Take it back' })))
      return;
    const { version: _version, created_at: _time, ...others } = older;
    const settings: Values = others;
    await updateAssistant(assistant.id, settings);
    await refreshed();
    toast(`Version ${older.version} is in use again.`);
  });
  return (
    <Card
      title={
        <span class="compare">
          <Select
            label="Older version"
            value={String(from)}
            options={options}
            onChange={(value) => setFrom(Number(value))}
          />
          <span aria-hidden="true">→</span>
          <Select
            label="Newer version"
            value={String(to)}
            options={options}
            onChange={(value) => setTo(Number(value))}
          />
        </span>
      }
      actions={
        <button type="button" class="button small" disabled={restore.isBusy} onClick={() => void restore.run()}>
          Take version {from} back
        </button>
      }
    >
      {older === undefined || newer === undefined ? null : <SettingChanges older={older} newer={newer} />}
    </Card>
  );
}
