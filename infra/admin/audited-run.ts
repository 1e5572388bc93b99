import { randomUUID } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { auditedOptions, type AuditEntry } from '#infra/admin/audit/audit-log.ts';
import type { WrittenItems } from '#infra/admin/audit/written-items.ts';
import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { hashOfErased } from '#infra/admin/erase/erase-number.ts';

type Named = Pick<AuditEntry, 'command' | 'options' | 'userId'>;

/** Reading the log is not noted in it. */
const UNNOTED = 'audit list';

/** After a restore it must be known whom to erase again. */
const ERASURE = 'erase number';

/** One command in the audit log: noted before it can do anything, and after it. A command that cannot be noted does not run. */
export class AuditedRun {
  private named: Named | undefined;
  private parameters: readonly unknown[] = [];
  private started: { entry: AuditEntry; deps: Pick<AdminDeps, 'audit' | 'clock' | 'written'> } | undefined;

  /** The command is known, and its arguments are valid. */
  name(command: CommandUnknownOpts): void {
    const names = [command.parent?.name(), command.name()];
    this.parameters = command.processedArgs;
    this.named = { command: names.join(' '), ...auditedOptions(command.opts(), command.processedArgs) };
  }

  /** The command asks for its dependencies: without them, it changes nothing. */
  async begin(deps: AdminDeps): Promise<void> {
    if (!this.named || this.named.command === UNNOTED) return;
    const { audit, clock, written } = deps;
    const actor = await deps.operator();
    const entry = {
      ...this.named,
      options: { ...this.named.options, ...(await this.erasedNumber(deps)) },
      runId: randomUUID(),
      at: clock.now(),
      phase: 'started',
      actor,
      result: null,
    } as const;
    await audit.append(entry);
    this.started = { entry, deps: { audit, clock, written } };
  }

  /** What the command has written until now. */
  written(): WrittenItems {
    return this.started?.deps.written() ?? { written: [], unknown: [] };
  }

  async end(result: string): Promise<void> {
    if (!this.started) return;
    const { entry, deps } = this.started;
    await deps.audit.append({ ...entry, at: deps.clock.now(), phase: 'ended', result });
  }

  /** @param kind of the failure, without its message, which may name a customer */
  async fail(kind: string): Promise<void> {
    const { written, unknown } = this.written();
    const parts = [
      ...(written.length > 0 ? [`${written.length} items written`] : []),
      ...(unknown.length > 0 ? [`${unknown.length} perhaps`] : []),
    ];
    await this.end(parts.length === 0 ? kind : `${kind}, ${parts.join(', ')}`);
  }

  private async erasedNumber({ secrets }: AdminDeps): Promise<{ number?: string }> {
    const [phoneNumber] = this.parameters;
    if (this.named?.command !== ERASURE || typeof phoneNumber !== 'string') return {};
    return { number: await hashOfErased(phoneNumber, secrets) };
  }
}
