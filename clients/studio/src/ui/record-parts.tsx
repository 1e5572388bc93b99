import type { JSX } from 'preact';
import { Badge, type Tone } from './page.tsx';
import { phone } from '../format/phone.ts';
import type { StateTone } from '../format/state-tone.ts';
import { exactTime, moment, ownZone, relativeTime, shortTime } from '../format/time.ts';

const badges: Record<StateTone, Tone> = {
  live: 'accent',
  wait: 'warn',
  good: 'good',
  reached: 'accent',
  bad: 'bad',
  quiet: 'plain',
  open: 'plain',
};

export function State({ of: { label, tone } }: { of: { label: string; tone: StateTone } }): JSX.Element {
  return (
    <Badge tone={badges[tone]} live={tone === 'live'}>
      {label}
    </Badge>
  );
}

/** A time of the API in the zone of the user; the exact one, with UTC, on hover. */
export function Time({ at, relative = false }: { at: string | null | undefined; relative?: boolean }): JSX.Element {
  const date = at === null || at === undefined ? undefined : moment(at);
  if (date === undefined) return <>–</>;
  const now = new Date();
  return (
    <time dateTime={date.toISOString()} title={exactTime(date, ownZone())}>
      {relative ? relativeTime(date, now) : shortTime(date, now, ownZone())}
    </time>
  );
}

export function Phone({ of }: { of: string }): JSX.Element {
  return <span class="numeric nowrap">{phone(of)}</span>;
}

/** Parts of a whole, one after the other, from 0 to 1. The text says the same to screen readers. */
export function PartsBar({
  label,
  parts,
}: {
  label: string;
  parts: ReadonlyArray<{ key: string; part: number; tone: StateTone }>;
}): JSX.Element {
  return (
    <div class="parts-bar" role="img" aria-label={label}>
      {parts.map(({ key, part, tone }) =>
        part === 0 ? null : <span key={key} class={tone} style={{ '--part': `${part * 100}%` }} />,
      )}
    </div>
  );
}
