import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { focusNewTitle } from './focus.ts';

interface PageProps {
  title: string;
  /** One sentence under the title. */
  lead?: ComponentChildren;
  /** Where the page belongs. */
  back?: { href: string; title: string };
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A page: its title, its actions and its content. */
export function Page({ title, lead, back, actions, children }: PageProps): JSX.Element {
  useEffect(() => {
    document.title = `${title} · Ringback`;
  }, [title]);
  useEffect(focusNewTitle, []);
  return (
    <>
      <div class="page-head">
        <div class="titles">
          {back === undefined ? null : (
            <Link class="back" href={back.href}>
              ← {back.title}
            </Link>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {lead === undefined ? null : <p>{lead}</p>}
        </div>
        {actions === undefined ? null : <div class="button-row">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** A framed part of a page. */
export function Card({
  title,
  actions,
  flush = false,
  children,
}: {
  title?: ComponentChildren;
  actions?: ComponentChildren;
  /** Without space around the content: for tables. */
  flush?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card">
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {flush ? children : <div class="body">{children}</div>}
    </section>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent';

export function Badge({
  tone = 'plain',
  live = false,
  children,
}: {
  tone?: Tone;
  /** Something goes on: with a dot that pulses. */
  live?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}${live ? ' live' : ''}`}>{children}</span>;
}

/** Names and values. */
export function Facts({ of }: { of: ReadonlyArray<readonly [string, ComponentChildren]> }): JSX.Element {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** The figures that matter on a page. */
export function Figures({ of }: { of: ReadonlyArray<readonly [string, ComponentChildren]> }): JSX.Element {
  return (
    <dl class="card figures">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
