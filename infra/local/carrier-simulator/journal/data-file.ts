import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { journalEntry, type JournalEntry } from './journal-entries.ts';

/** The entries of a data file, oldest first. A last line that was cut off by a crash was never answered for: it is left out. */
export function readDataFile(path: string): JournalEntry[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return text.split('\n').flatMap((line) => toEntry(line) ?? []);
}

/** Written before anything is answered, and by the kernel's count at once: a killed process loses nothing. */
export function appendToDataFile(path: string, entry: JournalEntry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

function toEntry(line: string): JournalEntry | undefined {
  if (line === '') return undefined;
  try {
    const result = v.safeParse(journalEntry, JSON.parse(line));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
