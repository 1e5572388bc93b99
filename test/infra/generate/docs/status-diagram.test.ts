import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { statusDiagram } from '#infra/generate/docs/status-diagram.ts';
import { callStatuses, statusesBefore } from '#shared/calls/call-status.ts';

it('the diagram of the architecture page has the moves that a call may make, and no others', async () => {
  const page = await readFile('docs/architecture.md', 'utf8');
  expect(page).toContain(statusDiagram());
  const drawn = [...statusDiagram().matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} ${to}`);
  const allowed = callStatuses.flatMap((to) => statusesBefore(to).map((from) => `${from} ${to}`.replaceAll('-', '_')));
  expect(drawn.toSorted()).toEqual(allowed.toSorted());
});
