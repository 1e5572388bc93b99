import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Draft } from './draft.ts';
import type { Lookups } from './lookups.ts';
import { SettingField } from './setting-field.tsx';
import { labelOf, type SettingRow } from './setting-row.ts';
import { Card } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';

interface SettingsProps {
  rows: readonly SettingRow[];
  draft: Draft;
  lookups: Lookups;
}

/** Every setting, by section. */
export function SettingsTab({ rows, draft, lookups }: SettingsProps): JSX.Element {
  const [search, setSearch] = useState('');
  const found = rows.filter((row) => matches(row, search.trim().toLowerCase()));
  const sections = [...Map.groupBy(found, ({ section }) => section)];
  return (
    <div class="stack">
      <input
        type="search"
        aria-label="Find a setting"
        placeholder="Find a setting"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {sections.length === 0 ? <Empty title="No setting of this name" /> : null}
      {sections.map(([section, ofSection]) => (
        <Card key={section} title={section} flush>
          {ofSection.map((row) => (
            <SettingField key={row.name} row={row} draft={draft} lookups={lookups} />
          ))}
        </Card>
      ))}
    </div>
  );
}

const matches = ({ name, pipeline, multimodal }: SettingRow, search: string): boolean =>
  [name, labelOf(name), pipeline.how, multimodal.how].some((text) => text.toLowerCase().includes(search));
