import { csvCell } from '#clients/imports/src/csv-cells.ts';

/** A line of a CSV file without formulas. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',');
}

const MAX_WIDTH = 100;
const screenWidth = () => Math.min(process.stdout.columns || 80, MAX_WIDTH);

/** Breaks a text at spaces, so that each line fits the terminal; the first line begins with `label`. */
export function wrapped(text: string, label = ''): string {
  const width = screenWidth() - label.length;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return label + lines.join(`\n${' '.repeat(label.length)}`);
}
