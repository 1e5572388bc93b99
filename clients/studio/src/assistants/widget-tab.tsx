import type { Assistant } from '@ringback/client';
import type { JSX } from 'preact';
import type { Draft } from './draft.ts';
import type { Lookups } from './lookups.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingRow } from './setting-row.ts';
import { widgetSnippet } from './widget-snippet.ts';
import { getStudioSettings } from '../requests/stack/get-studio-settings.ts';
import { useQuery } from '../service/query.ts';
import { CopyButton } from '../ui/copy.tsx';
import { Card } from '../ui/page.tsx';

interface WidgetProps {
  assistant: Assistant;
  rows: readonly SettingRow[];
  draft: Draft;
  lookups: Lookups;
}

/** The lines for a web page whose visitors can talk to the assistant. */
export function WidgetTab({ assistant, rows, draft, lookups }: WidgetProps): JSX.Element {
  const { data: place } = useQuery(getStudioSettings());
  const snippet = widgetSnippet(assistant, { origin: location.origin, api: place?.api });
  const settings = rows.filter(({ name }) => name === 'widget_settings');
  return (
    <div class="stack">
      <Card title="On your web page" actions={<CopyButton text={snippet} />}>
        <div class="stack">
          <p class="soft">
            Add these two lines to your page. Visitors of the origins that you allow can then talk to {assistant.name}.
          </p>
          <pre class="code" tabIndex={0}>
            {snippet}
          </pre>
        </div>
      </Card>
      {settings.length === 0 ? null : (
        <Card title="Look, origins and limits" flush>
          {settings.map((row) => (
            <SettingField key={row.name} row={row} draft={draft} lookups={lookups} />
          ))}
        </Card>
      )}
    </div>
  );
}
