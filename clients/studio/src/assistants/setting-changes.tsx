import { diffLines } from 'diff';
import type { JSX } from 'preact';
import { labelOf } from './setting-row.ts';

type Settings = Readonly<Record<string, unknown>> | Readonly<{ [setting: string]: unknown }>;

/** Fields that are not settings. */
const aboutTheRecord = new Set(['version', 'created_at', 'updated_at', 'id', 'user_id']);

/** The settings that differ, each as a diff. */
export function SettingChanges({ older, newer }: { older: Settings; newer: Settings }): JSX.Element {
  const names = [...new Set([...Object.keys(older), ...Object.keys(newer)])].filter(
    (name) => !aboutTheRecord.has(name),
  );
  const changed = names.filter((name) => JSON.stringify(older[name]) !== JSON.stringify(newer[name]));
  if (changed.length === 0) return <p class="soft">The settings are the same.</p>;
  return (
    <div class="stack">
      {changed.map((name) => (
        <div key={name} class="stack change">
          <h3>{labelOf(name)}</h3>
          <pre class="code diff" tabIndex={0}>
            {diffLines(shown(older[name]), shown(newer[name])).map(({ value, added, removed }, index) => (
              <Lines key={index} text={value} sign={added ? '+' : removed ? '−' : ' '} />
            ))}
          </pre>
        </div>
      ))}
    </div>
  );
}

function Lines({ text, sign }: { text: string; sign: '+' | '−' | ' ' }): JSX.Element {
  const kind = sign === '+' ? 'added' : sign === '−' ? 'removed' : '';
  return (
    <>
      {text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          <span key={index} class={kind}>
            {sign} {line}
            {'\n'}
          </span>
        ))}
    </>
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2));
