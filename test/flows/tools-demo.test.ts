import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { TOOLS_SPEED } from '#infra/drive/demo/demo-calendar.ts';
import { runToolsDemo } from '#infra/drive/demo/run-tools-demo.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

const running = useLocalStack({ simulatorSpeed: TOOLS_SPEED });

it(
  'npm run demo -- --tools shows a booking through a calendar that is slow once and fails once',
  async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(stripVTControlCharacters(line));
    await expect(runToolsDemo(running().stack, { print, isVerbose: false })).resolves.toEqual([]);
    const calendar = lines.filter((line) => line.startsWith('  Calendar'));
    expect(calendar).toEqual([
      expect.stringContaining('find_slots {"day":"Tuesday"} is answered with 200 after 6 s'),
      expect.stringContaining('book_visit {"date":"Tuesday at ten"} is answered with 503'),
      expect.stringContaining('book_visit {"date":"Tuesday at ten"} is answered with 200'),
    ]);
    expect(lines.filter((line) => line.startsWith('Tool'))).toHaveLength(2);
  },
  patience(120_000),
);
