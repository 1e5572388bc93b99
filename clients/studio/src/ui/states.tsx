import { CircleAlert, Info, TriangleAlert } from 'lucide-preact';
import type { ComponentChildren, JSX } from 'preact';
import { errorText } from '../service/failure.ts';
import type { Loading } from '../service/query.ts';

/** Lines where text will be. */
export function Skeleton({ lines = 5 }: { lines?: number | undefined }): JSX.Element {
  return (
    <div class="skeleton" role="status">
      <div class="visually-hidden">Loading</div>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  );
}

interface EmptyProps {
  icon?: JSX.Element;
  title: string;
  /** The next step of the user. */
  children?: ComponentChildren;
  actions?: ComponentChildren;
}

/** A list without entries, and how to get the first one. */
export function Empty({ icon, title, children, actions }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      {icon}
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {actions === undefined ? null : <div class="button-row">{actions}</div>}
    </div>
  );
}

export function Notice({
  tone = 'plain',
  children,
  action,
}: {
  tone?: 'plain' | 'warn' | 'bad';
  children: ComponentChildren;
  action?: ComponentChildren;
}): JSX.Element {
  const Icon = tone === 'bad' ? CircleAlert : tone === 'warn' ? TriangleAlert : Info;
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon aria-hidden="true" />
      <div class="grow">{children}</div>
      {action}
    </div>
  );
}

interface LoadedProps<Data> {
  of: Loading<Data>;
  /** Lines of the placeholder. */
  lines?: number;
  children: (data: Data) => ComponentChildren;
}

/** The data of a query, a placeholder while it is read, and the reason of a failure. */
export function Loaded<Data>({ of: { data, error, reload }, lines, children }: LoadedProps<Data>): JSX.Element {
  const again = (
    <button type="button" class="button small" onClick={() => void reload()}>
      Try again
    </button>
  );
  return (
    <>
      {error === undefined ? null : (
        <Notice tone="bad" action={again}>
          {errorText(error)}
        </Notice>
      )}
      {data === undefined ? error === undefined && <Skeleton lines={lines} /> : children(data)}
    </>
  );
}
