import { stripVTControlCharacters } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readOptions } from '#infra/drive/rehearse/options.ts';
import { readTranscript } from '#infra/local/rehearsal/check-expectations.ts';
import { BadInput, type LoadedRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';
import { createProgress, junitText, reportText } from '#infra/local/rehearsal/report.ts';
import type { Result } from '#infra/local/rehearsal/run-rehearsal.ts';

const rehearsal = (name: string): LoadedRehearsal => ({
  file: `test/${name}.yaml`,
  name,
  assistant: { id: 1 },
  variables: {},
  tools: [],
  customer: { picks_up: 'person', afterwards: 'hang_up', model: 'rehearsal', max_turns: 8 },
  expect: { status: 'busy' },
});

const outcome = {
  status: 'completed',
  answeredBy: 'human',
  duration: 42,
  lines: readTranscript('Assistant: <Hi> & "hello" \u0007\u001B[31m\nCustomer: Bye.'),
  extracted: {},
  tools: [],
  toolCalls: [],
  toolRequests: {},
  silences: { longest: 1.5, machine: 0, endpointing: [0.5] },
  machine: 0,
  speed: 1,
  ourShareMs: [10, 30],
};

const results: Result[] = [
  { rehearsal: rehearsal('good'), seconds: 1.5, outcome, failures: [] },
  { rehearsal: rehearsal('bad'), seconds: 2, outcome, failures: ['status: expected busy', 'said: "x" & <y>'] },
  { rehearsal: rehearsal('worse'), seconds: 0.1, failures: ['POST /user/assistant answered 422'] },
];

const MODELS = ['rehearsal', 'llama3.2:3b', 'rehearsal'];

describe('the report', () => {
  const text = stripVTControlCharacters(reportText(results));

  it('says why one failed, and what was said', () => {
    expect(text).toContain('bad (test/bad.yaml)\n  status: expected busy\n  said: "x" & <y>\n');
    expect(text).toContain('  the stack waited 0.0 call seconds for a processor\n    Assistant  <Hi>');
    expect(text).toContain('1 of 3 passed');
    const second = reportText(results.map((result, index) => ({ ...result, isSecond: index === 0 })));
    expect(second).toContain('1 of 3 passed, 1 of them made again (²), alone, because the machine was late');
    expect(text).not.toContain('answered by');
    const spoken = results.map((result, index) => ({ ...result, outcome: { ...outcome, model: MODELS[index] } }));
    expect(reportText(spoken)).toContain('answered by: rehearsal model, simulated (2); llama3.2:3b (1)');
    expect(text).toContain('worse (test/worse.yaml)\n  POST /user/assistant answered 422\n\n');
  });
});

describe('the JUnit file', () => {
  const read = new XMLParser({ ignoreAttributes: false, parseAttributeValue: false, trimValues: false });
  const xml = junitText(results);
  const { testsuites } = read.parse(xml) as {
    testsuites: { testsuite: { '@_tests': string; '@_failures': string; testcase: Array<Record<string, unknown>> } };
  };

  it('carries whatever was said', () => {
    const failure = testsuites.testsuite.testcase[1]!['failure'] as Record<string, string>;
    expect(failure['@_message']).toBe('status: expected busy; said: "x" & <y>');
    expect(failure['#text']).toContain('Assistant  <Hi> & "hello"');
    expect(xml).not.toContain('\u0007');
    expect(xml).not.toContain('\u001B');
  });
});

describe('the progress', () => {
  const watch = (isTTY: boolean) => {
    let written = '';
    const out = { isTTY, columns: 60, write: (text: string) => Boolean((written += text)) };
    const progress = createProgress(2, out as unknown as NodeJS.WriteStream);
    progress.begin('good');
    progress.end(results[0]!);
    progress.begin('bad');
    progress.end(results[1]!);
    progress.close();
    return written;
  };

  it('is one line on a terminal, which is gone at the end', () => {
    const written = watch(true);
    expect(written).not.toContain('\n');
    expect(written).toContain('0/2 done  on the line: good');
    expect(stripVTControlCharacters(written)).toContain('2/2 done, 1 failed');
    expect(written.endsWith('\r\u001B[K')).toBe(true);
  });
});

describe('the options', () => {
  it.each([
    [['a.yaml', 'b.yaml'], { files: ['a.yaml', 'b.yaml'], parallel: 4, speed: 20, stack: undefined }],
    [['--parallel', '2', 'a.yaml', '--junit', 'x.xml'], { files: ['a.yaml'], parallel: 2, junit: 'x.xml' }],
    [['--stack', 'a.yaml'], { files: ['a.yaml'], stack: '.data' }],
    [['--stack', '/tmp/data', 'a.yaml'], { files: ['a.yaml'], stack: '/tmp/data' }],
    [['a.yaml', '--stack'], { files: ['a.yaml'], stack: '.data' }],
  ])('are read: %j', (args, expected) => {
    expect(readOptions(args)).toMatchObject(expected);
  });

  it.each([
    [[], "missing required argument 'file'"],
    [['a.yaml', '--parallel', '0'], '--parallel must be a whole number from 1 to 50, not 0'],
    [['a.yaml', '--speed', 'fast'], '--speed must be a whole number'],
    [['a.yaml', '--loud'], "unknown option '--loud'"],
  ])('are refused: %j', (args, problem) => {
    expect(() => readOptions(args)).toThrow(BadInput);
    expect(() => readOptions(args)).toThrow(problem);
  });
});
