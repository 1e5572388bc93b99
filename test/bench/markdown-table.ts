export function markdownTable(titles: readonly string[], rows: ReadonlyArray<ReadonlyArray<number | string>>): string {
  const line = (cells: ReadonlyArray<number | string>) => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
