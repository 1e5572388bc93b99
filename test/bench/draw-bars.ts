const BAR = 22;
const LABELS = 240;
const WIDTH = 720;

/** A bar chart as SVG, the names at the left. */
export function drawBars({ title, bars }: { title: string; bars: Array<{ name: string; value: number }> }): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const height = 50 + bars.length * BAR + 10;
  const drawn = bars.map(({ name, value }, index) => {
    const y = 50 + index * BAR;
    const width = Math.round(((WIDTH - LABELS - 70) * value) / most);
    return `<text x="${LABELS - 8}" y="${y + 14}" text-anchor="end">${name}</text><rect x="${LABELS}" y="${y + 3}" width="${width}" height="${BAR - 6}" fill="#1d4ed8"/><text x="${LABELS + width + 6}" y="${y + 14}">${value.toLocaleString('en')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="28" font-size="15">${title}</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}
