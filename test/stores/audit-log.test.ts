import { expect, it } from 'vitest';
import { createAuditLog, type AuditEntry } from '#infra/admin/audit/audit-log.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  runId: 'run-1',
  at: Date.UTC(2026, 10, 22),
  phase: 'started',
  actor: 'os:tester',
  command: 'user delete',
  options: { user: 1, yes: true },
  userId: 1,
  result: null,
  ...changes,
});

it('appends to its month, oldest first, and never replaces an entry', async () => {
  const log = createAuditLog(table.real());
  const [started, ended] = [entry({}), entry({ phase: 'ended', at: Date.UTC(2026, 10, 23), result: 'done' })];
  for (const one of [ended, started, { ...started, actor: 'os:another' }]) await log.append(one);
  await log.append(entry({ runId: 'run-2', at: Date.UTC(2026, 11, 1) }));
  await expect(log.ofMonth('2026-11')).resolves.toEqual([started, ended]);
  await expect(log.ofMonth('2026-12')).resolves.toHaveLength(1);
});
