import type { JSX } from 'preact';
import { BUDGET_MS } from './latency.ts';
import { formatNumber } from '../format/local.ts';

interface TurnWait {
  turn: number;
  milliseconds: number;
}

interface BarsProps {
  turns: readonly TurnWait[];
  /** A stand-in answered, so that the times are not those of a model. */
  isSimulated: boolean;
}

/** The bars end here, or at the longest turn. */
const LEAST_SCALE_MS = 1600;

/** How long the customer waited in each turn, against the budget of a turn. */
export function LatencyBars({ turns, isSimulated }: BarsProps): JSX.Element | null {
  if (turns.length === 0) return null;
  const scale = Math.max(LEAST_SCALE_MS, ...turns.map(({ milliseconds }) => milliseconds * 1.05));
  // By the nearest rank, as the service counts.
  const median = turns.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)[
    Math.ceil(turns.length / 2) - 1
  ];
  return (
    <section class="latency" aria-label="Latency by turn">
      <header>
        <h3>Latency by turn</h3>
        <span class="small soft numeric">
          median {formatNumber(Math.round(median ?? 0))} ms{isSimulated ? ', simulated' : ''}
        </span>
      </header>
      <ol class="plain" style={{ '--budget': `${(BUDGET_MS / scale) * 100}%` }}>
        {turns.map(({ turn, milliseconds }, index) => (
          <li key={index}>
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
