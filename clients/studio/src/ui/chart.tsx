import { defined } from '@ringback/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { theme } from './theme.ts';

interface ChartProps {
  /** The content of the chart, for screen readers. */
  label: string;
  /** Seconds since 1970, shown in UTC, or plain numbers with `isTime` false. */
  x: readonly number[];
  series: ReadonlyArray<{
    label: string;
    values: ReadonlyArray<number | null>;
    bars?: boolean;
    format?: (value: number) => string;
  }>;
  isTime?: boolean;
  height?: number;
}

const systemTheme = matchMedia('(prefers-color-scheme: dark)');

/** Lines or bars by uPlot, which is loaded with the first chart. */
export function Chart(props: ChartProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const { value } = theme;
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    let plot: uPlot | undefined;
    let isGone = false;
    const draw = async () => {
      const [{ default: Plot }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
      if (isGone) return;
      plot = new Plot(
        optionsOf(props, element, Plot),
        [[...props.x], ...props.series.map(({ values }) => [...values])],
        element,
      );
    };
    void draw();
    const redraw = () => {
      plot?.destroy();
      void draw();
    };
    systemTheme.addEventListener('change', redraw);
    const observer = new ResizeObserver(() =>
      plot?.setSize({ width: element.clientWidth, height: props.height ?? 220 }),
    );
    observer.observe(element);
    return () => {
      isGone = true;
      systemTheme.removeEventListener('change', redraw);
      observer.disconnect();
      plot?.destroy();
    };
  }, [JSON.stringify(props.x), JSON.stringify(props.series), value]);
  return <div ref={holder} class="chart" role="img" aria-label={props.label} />;
}

function optionsOf(
  { series, isTime = true, height = 220 }: ChartProps,
  element: HTMLElement,
  Plot: typeof uPlot,
): uPlot.Options {
  const colour = (name: string) => resolved(element, `var(--${name})`);
  const colours = [colour('accent'), colour('warn'), colour('good'), colour('bad')];
  const axis = {
    stroke: colour('soft'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  const valueFormat = series[0]?.format ?? String;
  return {
    width: element.clientWidth,
    height,
    // The API counts by days of UTC.
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { x: defined({ time: isTime, range: series.some(({ bars }) => bars) ? besideBars : undefined }) },
    axes: [
      axis,
      {
        ...axis,
        size: 60,
        values: (_plot, values) => values.map(valueFormat),
      },
    ],
    series: [
      {},
      ...series.map(({ label, bars, format = String }, index) => ({
        label,
        stroke: colours[index % colours.length] ?? '',
        width: 1.6,
        value: (_plot: uPlot, one: number | null) => (one === null ? '–' : format(one)),
        ...(bars && barsOf(Plot, colours[index % colours.length] ?? '')),
      })),
    ],
  };
}

function barsOf({ paths }: typeof uPlot, fill: string) {
  return defined({ paths: paths.bars?.({ size: [0.7, 40] }), fill, points: { show: false } });
}

/** Room for the first and the last bar: half a bar each, where a bar is a day. */
const HALF_DAY = 43_200;
const besideBars: uPlot.Range.Function = (_plot, from, to) => [from - HALF_DAY, to + HALF_DAY];

/** A canvas has neither custom properties nor light-dark(). */
function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
