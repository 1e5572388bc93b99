import { describe, expect, it } from 'vitest';
import { render } from '#clients/cli/src/output.ts';
import { createProgress, progressLine } from '#clients/cli/src/progress.ts';
import { terminalText } from '#clients/cli/src/terminal-text.ts';

describe('the progress of long work', () => {
  it.each([
    [{ part: 0.4, items: 480, seconds: 60, text: '480 created' }, ' 40 %, 8.0/s, 1 min 30 s left: 480 created'],
    [{ part: 0.5, items: 5000, seconds: 20, text: 'x' }, ' 50 %, 250/s, 20 s left: x'],
    [{ part: 0.001, items: 8, seconds: 10, text: 'x' }, '  0 %, 0.8/s, 2 h 46 min left: x'],
    [{ part: 0, items: 0, seconds: 0, text: 'x' }, '  0 %, 0.0/s: x'],
  ])('%o is %s', (state, line) => {
    expect(progressLine(state)).toBe(line);
  });

  it('stays on one line of the terminal, and is absent elsewhere', () => {
    const written: string[] = [];
    createProgress(
      (text) => written.push(text),
      20,
      () => 0,
    ).show(0.5, 1, 'a text that is longer than the line');
    createProgress(undefined, 20).show(0.5, 1, 'x');
    expect(written).toEqual(['\r 50 %, 0.0/s, 0 s l\u001B[K']);
  });
});

describe('a table', () => {
  const rows = [
    { id: 244475737996715, name: 'A name that is much longer than it should be', status: 'ended_by_assistant' },
  ];

  it('fits its width, and cuts free text only', () => {
    const text = render({ json: rows, sections: [{ rows }] }, { json: false, columns: 50, colour: false });
    expect(text.split('\n').every((line) => line.length <= 50)).toBe(true);
    expect(text).toContain('244475737996715  A name that');
    expect(text).toContain('ended_by_assistant');
  });

  it('is one table, however many parts it is drawn in', () => {
    const many = Array.from({ length: 1050 }, (_, id) => ({ id, status: 'completed' }));
    const text = render({ json: many, sections: [{ rows: many }] }, { json: false, columns: 50, colour: false });
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(1051);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['id    status', '0     completed', '1049  completed']);
  });

  it('has room for characters of two columns, and cuts nothing where the width has no limit', () => {
    const record = { name: '東京歯科医院', note: 'long '.repeat(100).trim() };
    const uncut = { json: false, columns: Number.POSITIVE_INFINITY, colour: false };
    expect(render({ json: [], sections: [{ rows: [record] }, { title: 'One', record }] }, uncut).split('\n')).toEqual([
      'name          note',
      `東京歯科医院  ${record.note}`,
      '',
      'One',
      'name  東京歯科医院',
      `note  ${record.note}`,
      '',
    ]);
  });

  it('is bold on a terminal only', () => {
    const printed = [true, false].map((colour) =>
      render({ json: rows, sections: [{ rows }] }, { json: false, columns: 80, colour }),
    );
    expect(printed.map((text) => text.includes('\u001B[1m'))).toEqual([true, false]);
  });
});

it('what customers say does not steer the terminal', () => {
  expect(terminalText('\u001B[2Jhello\u202E\n')).toBe('\\u001b[2Jhello\\u202e\n');
});
