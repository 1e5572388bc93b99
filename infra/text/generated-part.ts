import { readFile, writeFile } from 'node:fs/promises';

/** Puts the content between the two marks of a page: `<!-- alarms -->` and `<!-- /alarms -->`. */
export function replacePart(page: string, part: string, content: string): string {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no part ${part}`);
  return `${page.slice(0, from)}${begin}\n\n${content}\n\n${page.slice(to)}`;
}

export async function writePart(file: string, part: string, content: string): Promise<void> {
  const page = await readFile(file, 'utf8');
  await writeFile(file, replacePart(page, part, content));
}
