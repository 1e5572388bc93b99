import type { JSX } from 'preact';

export function BrandMark(): JSX.Element {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" stroke-width="2.6" stroke-linecap="round">
        <path d="M10 13v6M16 8v16M22 13v6" />
      </g>
    </svg>
  );
}
