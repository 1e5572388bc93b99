import type { JSX } from 'preact';
import { formatNumber } from '../format.ts';
import { BUDGET_MS, type Conversation, latenciesOf } from './conversation.ts';

/** The bars end here, or at the longest turn. */
const LEAST_SCALE_MS = 1600;

/** How long the customer waited in each turn, against the budget of a turn. */
export function LatencyBars({ conversation }: { conversation: Conversation }): JSX.Element | null {
  const turns = latenciesOf(conversation);
  if (turns.length === 0) return null;
  const scale = Math.max(LEAST_SCALE_MS, ...turns.map(({ milliseconds }) => milliseconds * 1.05));
  const median = turns.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)[
    Math.floor(turns.length / 2)
  ];
  return (
    <section class="latency" aria-label="Latency by turn">
      <header>
        <h3>Latency by turn</h3>
        <span class="small soft numeric">median {formatNumber(Math.round(median ?? 0))} ms</span>
      </header>
      <ol class="plain" style={{ '--budget': `${(BUDGET_MS / scale) * 100}%` }}>
        {turns.map(({ turn, milliseconds }) => (
          <li key={turn}>
            <span class="soft">{turn}</span>
            <span class="track">
              <span
                class={milliseconds > BUDGET_MS ? 'bar is-late' : 'bar'}
                style={{ width: `${(milliseconds / scale) * 100}%` }}
              />
            </span>
            <span class="numeric">{formatNumber(Math.round(milliseconds))} ms</span>
          </li>
        ))}
      </ol>
      <p class="small soft budget-line">Budget from the last word to the voice: {formatNumber(BUDGET_MS)} ms</p>
    </section>
  );
}
