import { BookmarkPlus, X } from 'lucide-preact';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { Dialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';
import { readViews, removeView, saveView, searchOfView, type View } from '../service/views.ts';

interface SavedViewsProps {
  /** The e-mail address of the user. */
  user: string;
  /** The name of the list: its path. */
  list: string;
}

/** The views of a list as links, and the button that saves its filters as one more. */
export function SavedViews({ user, list }: SavedViewsProps): JSX.Element | null {
  const [views, setViews] = useState(() => readViews(user, list));
  const [isNaming, setNaming] = useState(false);
  const search = searchOfView(useSearch());
  const isSaved = views.some((view) => view.search === search);
  const canSave = search !== '' && !isSaved;
  if (views.length === 0 && !canSave) return null;
  return (
    <nav class="views" aria-label="Saved views">
      {views.map((view) => (
        <SavedView
          key={view.name}
          list={list}
          view={view}
          isCurrent={view.search === search}
          remove={() => setViews(removeView(user, list, view.name))}
        />
      ))}
      {canSave ? (
        <button type="button" class="button ghost small" onClick={() => setNaming(true)}>
          <BookmarkPlus size={14} aria-hidden="true" /> Save this view
        </button>
      ) : null}
      {isNaming ? (
        <NameDialog
          save={(name) => setViews(saveView(user, list, { name, search }))}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </nav>
  );
}

interface SavedViewProps {
  list: string;
  view: View;
  isCurrent: boolean;
  remove: () => void;
}

function SavedView({ list, view: { name, search }, isCurrent, remove }: SavedViewProps): JSX.Element {
  const [, navigate] = useLocation();
  return (
    <span class="view">
      <Link href={isCurrent ? list : `${list}?${search}`} aria-current={isCurrent ? 'true' : undefined}>
        {name}
      </Link>
      <button
        type="button"
        class="button ghost icon small"
        aria-label={`Forget the view ${name}`}
        onClick={() => {
          remove();
          if (isCurrent) navigate(list);
        }}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  );
}

function NameDialog({ save, onClose }: { save: (name: string) => void; onClose: () => void }): JSX.Element {
  const [name, setName] = useState('');
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save(name.trim());
          onClose();
        }}
      >
        <TextField
          label="Name"
          hint="This browser keeps the filters for you, but no phone number."
          maxLength={40}
          placeholder="Confirmed this week"
          value={name}
          onInput={setName}
        />
        <div class="button-row end">
          <button type="submit" class="button primary" disabled={name.trim() === ''}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
