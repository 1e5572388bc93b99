import type { Usage } from '@ringback/client';
import { ChevronLeft, ChevronRight } from 'lucide-preact';
import type { JSX } from 'preact';
import { useSearchParams } from 'wouter-preact';
import { monthName, otherMonth, usageColumns, usageDays, usageRows, usageSeries } from './usage-series.ts';
import { count, counted, sum } from '../format/money.ts';
import { span } from '../format/time.ts';
import { getMe } from '../requests/account/get-me.ts';
import { getUsage } from '../requests/account/get-usage.ts';
import { useQuery } from '../service/query.ts';
import { Chart } from '../ui/chart.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { Card, Figures, Page } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const BALANCE_MS = 30_000;

/** The charges of a month by day, and the balance. */
export function UsagePage(): JSX.Element {
  const [search, setSearch] = useSearchParams();
  const today = new Date().toISOString().slice(0, 10);
  const thisMonth = today.slice(0, 7);
  const wanted = search.get('month') ?? '';
  const month = MONTH.test(wanted) && wanted < thisMonth ? wanted : thisMonth;
  const usage = useQuery(getUsage(month));
  const go = (to: string) => setSearch(to === thisMonth ? {} : { month: to });
  return (
    <Page
      title="Usage and spend"
      lead="Charges are listed by days of UTC."
      actions={
        <>
          <button
            type="button"
            class="button icon"
            aria-label="The month before"
            onClick={() => go(otherMonth(month, -1))}
          >
            <ChevronLeft size={16} aria-hidden="true" />
          </button>
          <strong aria-live="polite">{monthName(month)}</strong>
          <button
            type="button"
            class="button icon"
            aria-label="The month after"
            disabled={month === thisMonth}
            onClick={() => go(otherMonth(month, 1))}
          >
            <ChevronRight size={16} aria-hidden="true" />
          </button>
        </>
      }
    >
      <Loaded of={usage} lines={8}>
        {(data) => <Month usage={data} today={today} />}
      </Loaded>
    </Page>
  );
}

function Month({ usage, today }: { usage: Usage; today: string }): JSX.Element {
  const me = useQuery(getMe(), { every: BALANCE_MS });
  const days = usageDays(usage, today);
  const { times, spent, smsCost, calls } = usageSeries(days);
  const name = monthName(usage.month);
  return (
    <div class="stack">
      <Figures
        of={[
          ['Balance now', me.data === undefined ? '…' : sum(me.data.total_balance)],
          ['Spent', sum(usage.calls.cost + usage.sms.cost)],
          ['Calls', `${count(usage.calls.count)} · ${span(usage.calls.seconds)}`],
          ['SMS', `${count(usage.sms.count)} · ${counted(usage.sms.segments, 'segment')}`],
        ]}
      />
      {usage.calls.count + usage.sms.count === 0 ? (
        <Card>
          <Empty title={`Nothing was charged in ${name}`}>Calls and SMS appear here when they are charged.</Empty>
        </Card>
      ) : (
        <>
          <div class="chart-columns">
            <Card title="Spend by day">
              <Chart
                label={`Spend by day in ${name}. The table below has the same figures.`}
                x={times}
                series={[
                  { label: 'Spent', values: spent, bars: true, format: sum },
                  { label: 'of it SMS', values: smsCost, bars: true, format: sum },
                ]}
              />
            </Card>
            <Card title="Calls by day">
              <Chart
                label={`Calls by day in ${name}. The table below has the same figures.`}
                x={times}
                series={[{ label: 'Calls', values: calls, bars: true, format: count }]}
              />
            </Card>
          </div>
          <Days
            rows={usageRows(days)}
            total={usage}
            actions={<ExportButton of="day" columns={() => usageColumns} rows={() => days} />}
          />
        </>
      )}
    </div>
  );
}

const titles = ['Day', 'Calls', 'Length', 'Cost of calls', 'SMS', 'Cost of SMS', 'Spent'];

interface DaysProps {
  rows: string[][];
  total: Usage;
  actions: JSX.Element;
}

/** The charts as figures. */
function Days({ rows, total, actions }: DaysProps): JSX.Element {
  return (
    <Card title="By day" actions={actions} flush>
      <div class="table-wrap" tabIndex={0} role="region" aria-label="Usage by day">
        <table>
          <caption class="visually-hidden">Usage by day</caption>
          <thead>
            <tr>
              {titles.map((title, index) => (
                <th key={title} scope="col" class={index === 0 ? undefined : 'end'}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([day, ...figures]) => (
              <tr key={day}>
                <th scope="row" class="nowrap">
                  {day}
                </th>
                {figures.map((figure, index) => (
                  <td key={index} class="end">
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr class="total">
              <th scope="row">Month</th>
              <td class="end">{count(total.calls.count)}</td>
              <td class="end">{span(total.calls.seconds)}</td>
              <td class="end">{sum(total.calls.cost)}</td>
              <td class="end">{count(total.sms.count)}</td>
              <td class="end">{sum(total.sms.cost)}</td>
              <td class="end">{sum(total.calls.cost + total.sms.cost)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  );
}
