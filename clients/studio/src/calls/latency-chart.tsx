import type { CallDetail } from '@ringback/client';
import type { JSX } from 'preact';
import { BUDGET_MS, latencyView } from './latency.ts';
import { counted } from '../format/money.ts';
import { milliseconds } from '../format/time.ts';

interface ChartProps {
  latency: NonNullable<CallDetail['latency']>;
  isSimulated: boolean;
}

/** How fast the answers were: the median as a bar, the 95th percentile as a thin line behind it. */
export function LatencyChart({ latency, isSimulated }: ChartProps): JSX.Element {
  const { bars, budgetPart, turns, isWithinBudget } = latencyView(latency);
  return (
    <>
      <table class="latency-bars">
        <caption class="visually-hidden">Latency of the answers, median and 95th percentile</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" class="end">
              p50
            </th>
            <th scope="col" class="end">
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, meaning, p50, p95, p50Part, p95Part }) => (
            <tr key={label}>
              <th scope="row" title={meaning}>
                {label}
                <span
                  class="latency-bar"
                  aria-hidden="true"
                  style={{
                    '--p50': `${p50Part * 100}%`,
                    '--p95': `${p95Part * 100}%`,
                    '--budget': `${budgetPart * 100}%`,
                  }}
                />
              </th>
              <td class="end">{milliseconds(p50)}</td>
              <td class="end">{milliseconds(p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small soft">
        {counted(turns, 'answer')}. The mark is the goal of {milliseconds(BUDGET_MS)} from the last word to the voice:{' '}
        {isSimulated ? SIMULATED : isWithinBudget ? 'this call reached it.' : 'this call was slower.'}
      </p>
    </>
  );
}

const SIMULATED = 'a stand-in answered in this call, so its times are not those of a real model.';
