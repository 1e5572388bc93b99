export interface Chart {
  title: string;
  x: number[];
  lines: Array<{ name: string; colour: string; y: number[] }>;
}

const WIDTH = 720;
const HEIGHT = 400;
const MARGIN = { left: 70, right: 170, top: 50, bottom: 50 };

/** A line chart over the calls of a user as SVG, both axes logarithmic. */
export function drawChart({ title, x, lines }: Chart): string {
  const log = (value: number) => Math.log10(Math.max(1, value));
  const round = (value: number) => Math.round(value * 10) / 10;
  const [left, right] = [Math.min(...x.map(log)), Math.max(...x.map(log))];
  const top = Math.ceil(Math.max(...lines.flatMap(({ y }) => y.map(log))));
  const [width, height] = [WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
  const atX = (value: number) => round(MARGIN.left + ((log(value) - left) / (right - left || 1)) * width);
  const atY = (value: number) => round(HEIGHT - MARGIN.bottom - (log(value) / top) * height);
  const text = (at: [number, number], content: string, attributes = '') =>
    `<text x="${at[0]}" y="${at[1]}" ${attributes}>${content}</text>`;
  const ticks = Array.from({ length: top + 1 }, (_, power) => 10 ** power);
  const grid = ticks.map((tick) => {
    const y = atY(tick);
    const line = `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y}" y2="${y}" stroke="#ddd"/>`;
    return line + text([MARGIN.left - 8, y + 4], tick.toLocaleString('en'), 'text-anchor="end"');
  });
  const labels = x.map((value) =>
    text([atX(value), HEIGHT - MARGIN.bottom + 20], value.toLocaleString('en'), 'text-anchor="middle"'),
  );
  const paths = lines.map(({ name, colour, y }) => {
    const points = y.map((value, index) => `${atX(x[index]!)},${atY(value)}`).join(' ');
    const last = y.at(-1) ?? 1;
    const line = `<polyline fill="none" stroke="${colour}" stroke-width="2.5" points="${points}"/>`;
    const end: [number, number] = [WIDTH - MARGIN.right + 8, atY(last) + 4];
    return line + text(end, `${name}: ${last.toLocaleString('en')}`, `fill="${colour}"`);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text([MARGIN.left, 28], title, 'font-size="15"'),
    [...grid, ...labels, ...paths].join('\n'),
    text([MARGIN.left + width / 2, HEIGHT - 8], 'calls of the user', 'text-anchor="middle"'),
    '</svg>\n',
  ].join('\n');
}
