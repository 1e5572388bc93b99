import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the document passes the linter without an error or a warning', async () => {
  const { stderr } = await promisify(execFile)('npm', ['run', '--silent', 'lint:openapi']);
  expect(stderr).toContain('Your API description is valid');
});
