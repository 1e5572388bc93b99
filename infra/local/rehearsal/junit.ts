import { stripVTControlCharacters } from 'node:util';
import { XMLBuilder } from 'fast-xml-parser';
import { failureText } from '#infra/local/rehearsal/report.ts';
import type { Result } from '#infra/local/rehearsal/run-rehearsal.ts';

// Characters that XML 1.0 cannot carry, escaped or not.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The results as CI systems read them. */
export function junitText(results: readonly Result[]): string {
  const failures = results.filter((result) => result.failures.length > 0).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  const counts = { '@_tests': results.length, '@_failures': failures, '@_errors': 0, '@_time': seconds.toFixed(3) };
  const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });
  const xml: unknown = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    testsuites: {
      ...counts,
      testsuite: { '@_name': 'rehearsals', ...counts, testcase: results.map(testCase) },
    },
  });
  return String(xml);
}

function testCase(result: Result) {
  const { rehearsal, seconds, failures } = result;
  return {
    '@_name': clean(rehearsal.name),
    '@_classname': clean(rehearsal.file),
    '@_file': clean(rehearsal.file),
    '@_time': seconds.toFixed(3),
    ...(failures.length === 0
      ? {}
      : { failure: { '@_message': clean(failures.join('; ')), '#text': clean(failureText(result)) } }),
  };
}

const clean = (text: string) => stripVTControlCharacters(text).replaceAll(UNPRINTABLE, '');
