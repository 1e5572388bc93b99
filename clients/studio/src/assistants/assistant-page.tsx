import type { Assistant, AssistantDetail } from '@ringback/client';
import { Copy, Trash2 } from 'lucide-preact';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useParams } from 'wouter-preact';
import { type Draft, useDraft } from './draft.ts';
import { type Lookups, useLookups } from './lookups.ts';
import { PromptTab } from './prompt-tab.tsx';
import { SettingChanges } from './setting-changes.tsx';
import type { SettingConflict } from './setting-conflict.ts';
import { type Values, valuesOf } from './setting-row.ts';
import { settingRows as rows } from './setting-rows.ts';
import { SettingsTab } from './settings-tab.tsx';
import { storeAssistant } from './store-assistant.ts';
import { VersionsTab } from './versions-tab.tsx';
import { WidgetTab } from './widget-tab.tsx';
import { Playground } from '../playground/playground.tsx';
import { createAssistant } from '../requests/assistants/create-assistant.ts';
import { deleteAssistant } from '../requests/assistants/delete-assistant.ts';
import { getAssistant } from '../requests/assistants/get-assistant.ts';
import { isNotFound } from '../service/errors.ts';
import { bothOf, useQuery } from '../service/query.ts';
import { refreshed } from '../service/request.ts';
import { confirm } from '../ui/dialog.tsx';
import { leaveWithoutQuestion } from '../ui/leave-question.ts';
import { Badge, Card, Page } from '../ui/page.tsx';
import { Empty, Loaded, Notice } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';

const back = { href: '/assistants', title: 'Assistants' };

/** One assistant: its prompt beside the playground, its settings, its versions and its widget. */
export function AssistantPage(): JSX.Element {
  const { id = '' } = useParams();
  const assistant = useQuery(getAssistant(Number(id)));
  const lookups = useLookups();
  if (isNotFound(assistant.error)) {
    return (
      <Page title="Not found" back={back}>
        <Empty title="There is no such assistant">It was deleted, or it belongs to another account.</Empty>
      </Page>
    );
  }
  const both = bothOf(assistant, lookups);
  if (both.data === undefined) {
    return (
      <Page title="Assistant" back={back}>
        <Loaded of={both}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Editor key={id} assistant={both.data[0]} lookups={both.data[1]} />;
}

interface EditorProps {
  assistant: AssistantDetail;
  lookups: Lookups;
}

function Editor({ assistant, lookups }: EditorProps): JSX.Element {
  const { tab = 'prompt' } = useParams();
  const stored = useMemo(() => valuesOf(rows, assistant, lookups.models), [assistant, lookups]);
  const [conflict, setConflict] = useState<SettingConflict>();
  const store = async (changes: Values) => {
    const of = {
      id: assistant.id,
      version: assistant.version,
      read: stored,
      valuesOf: (record: Assistant) => valuesOf(rows, record, lookups.models),
    };
    const found = await storeAssistant(of, changes);
    await refreshed();
    setConflict(found);
    if (found !== undefined) throw new Error('Not saved: the same settings were changed meanwhile.');
    toast('Saved. The next call uses it.');
  };
  const draft = useDraft({ home: `/assistants/${assistant.id}`, stored, lookups, store });
  const isPrompt = tab === 'prompt';
  return (
    <Page
      title={assistant.name}
      back={back}
      lead={<Summary assistant={assistant} />}
      actions={<Actions assistant={assistant} stored={stored} />}
    >
      <Tabs id={assistant.id} current={tab} />
      {conflict === undefined ? null : <Conflict of={conflict} draft={draft} done={() => setConflict(undefined)} />}
      {isPrompt ? (
        <div class="workbench">
          <PromptTab rows={rows} draft={draft} lookups={lookups} />
          <Playground assistant={assistant} draft={draft} language={lookups.languageCode(draft.values['language'])} />
        </div>
      ) : null}
      {tab === 'settings' ? <SettingsTab rows={rows} draft={draft} lookups={lookups} /> : null}
      {tab === 'versions' ? <VersionsTab assistant={assistant} /> : null}
      {tab === 'widget' ? <WidgetTab assistant={assistant} rows={rows} draft={draft} lookups={lookups} /> : null}
      <SaveBar draft={draft} />
    </Page>
  );
}

interface ConflictProps {
  of: SettingConflict;
  draft: Draft;
  done: () => void;
}

/** Another tab or user has changed the same settings: what is stored, and what the form has. */
function Conflict({ of: { stored, mine }, draft, done }: ConflictProps): JSX.Element {
  const take = () => {
    for (const [name, value] of Object.entries(stored)) draft.set(name, value);
    done();
  };
  const action = (
    <button type="button" class="button small" onClick={take}>
      Take the stored ones
    </button>
  );
  return (
    <Card title="Changed meanwhile">
      <div class="stack" role="alert">
        <Notice tone="warn" action={action}>
          Another tab or another user has changed the same settings. Nothing is overwritten yet: lines with − are
          stored, and lines with + are in this form. Save again to store those of this form.
        </Notice>
        <SettingChanges older={stored} newer={mine} />
      </div>
    </Card>
  );
}

function Summary({ assistant }: { assistant: Assistant }): JSX.Element {
  return (
    <span class="button-row">
      <Badge tone={assistant.status === 'active' ? 'good' : 'plain'}>
        {assistant.status === 'active' ? 'Active' : 'Inactive'}
      </Badge>
      <Badge>{assistant.type === 'inbound' ? 'Receives calls' : 'Makes calls'}</Badge>
      <Badge>{assistant.mode === 'pipeline' ? 'Pipeline' : 'Multimodal'}</Badge>
      <span class="soft small numeric">id {assistant.id}</span>
    </span>
  );
}

const tabs = [
  ['prompt', 'Prompt and playground'],
  ['settings', 'Settings'],
  ['versions', 'Versions'],
  ['widget', 'Widget'],
] as const;

function Tabs({ id, current }: { id: number; current: string }): JSX.Element {
  return (
    <nav class="tabs" aria-label="Parts of the assistant">
      {tabs.map(([tab, title]) => (
        <Link
          key={tab}
          href={tab === 'prompt' ? `/assistants/${id}` : `/assistants/${id}/${tab}`}
          aria-current={tab === current ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

function Actions({ assistant, stored }: { assistant: Assistant; stored: Values }): JSX.Element {
  const [, navigate] = useLocation();
  const duplicate = useAction(async () => {
    const name = `${assistant.name} (copy)`;
    // A number answers for one assistant only.
    const id = await createAssistant({ ...stored, assistant_name: name, phone_number_id: null });
    toast(`${name} is ready.`);
    navigate(`/assistants/${id}`);
  });
  const remove = useAction(async () => {
    const question = {
      title: `Delete ${assistant.name}?`,
      text: deleteAssistant.about,
      action: 'Delete',
      danger: true,
    };
    if (!(await confirm(question))) return;
    await deleteAssistant(assistant.id);
    toast(`${assistant.name} is deleted.`);
    leaveWithoutQuestion();
    navigate('/assistants');
  });
  return (
    <>
      <button type="button" class="button" disabled={duplicate.isBusy} onClick={() => void duplicate.run()}>
        <Copy size={15} aria-hidden="true" /> Duplicate
      </button>
      <button type="button" class="button danger" disabled={remove.isBusy} onClick={() => void remove.run()}>
        <Trash2 size={15} aria-hidden="true" /> Delete
      </button>
    </>
  );
}

/** The changes that are not stored yet, at the lower edge, on every tab. */
function SaveBar({ draft }: { draft: Draft }): JSX.Element | null {
  const count = Object.keys(draft.changes).length;
  if (count === 0) return null;
  return (
    <div class="save-bar" role="region" aria-label="Changes">
      <span>{count === 1 ? '1 setting is changed' : `${count} settings are changed`}</span>
      <span class="button-row">
        <button type="button" class="button ghost small" onClick={draft.discard}>
          Discard
        </button>
        <button type="button" class="button primary small" disabled={draft.isBusy} onClick={() => void draft.save()}>
          {draft.isBusy ? 'Saving…' : 'Save'}
        </button>
      </span>
    </div>
  );
}
