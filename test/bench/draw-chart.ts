export interface Chart {
  title: string;
  x: number[];
  /** What the horizontal axis counts. */
  xLabel?: string;
  lines: Array<{ name: string; colour: string; y: number[] }>;
}

const WIDTH = 720;
const HEIGHT = 400;
const MARGIN = { left: 70, right: 170, top: 50, bottom: 50 };

/** A line chart as SVG, both axes logarithmic. */
export function drawChart({ title, x, xLabel = 'calls of the user', lines }: Chart): string {
  const log = (value: number) => Math.log10(Math.max(1, value));
  const xs = x.map(log);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const top = Math.ceil(Math.max(...lines.flatMap(({ y }) => y.map(log))));
  const atX = (value: number) =>
    MARGIN.left + ((log(value) - left) / (right - left || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const atY = (value: number) => HEIGHT - MARGIN.bottom - (log(value) / top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const round = (value: number) => Math.round(value * 10) / 10;
  const ticks = Array.from({ length: top + 1 }, (_, power) => 10 ** power);
  const grid = ticks.map((tick) => {
    const y = round(atY(tick));
    const label = tick.toLocaleString('en');
    return `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="${MARGIN.left - 8}" y="${y + 4}" text-anchor="end">${label}</text>`;
  });
  const labels = x.map(
    (value) =>
      `<text x="${round(atX(value))}" y="${HEIGHT - MARGIN.bottom + 20}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
  );
  const paths = lines.map(({ name, colour, y }) => {
    const points = y.map((value, index) => `${round(atX(x[index]!))},${round(atY(value))}`);
    const last = y.at(-1) ?? 1;
    return `<polyline fill="none" stroke="${colour}" stroke-width="2.5" points="${points.join(' ')}"/><text x="${WIDTH - MARGIN.right + 8}" y="${round(atY(last)) + 4}" fill="${colour}">${name}: ${last.toLocaleString('en')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="28" font-size="15">${title}</text>`,
    ...grid,
    ...labels,
    `<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${xLabel}</text>`,
    ...paths,
    '</svg>',
    '',
  ].join('\n');
}
