import type { AdminDeps } from '#infra/admin/admin-deps.ts';
import type { ProgressBar } from '#infra/admin/import/progress-bar.ts';
import type { Printout } from '#infra/admin/output.ts';

/** What one run of the command line gives its commands. */
export interface Session {
  /** Connects to the table that the options name, on the first use. */
  deps(): Promise<AdminDeps>;
  /** Prints tables, or JSON with `--json`. */
  print(printout: Printout): void;
  /** Shows how far a long command is, where somebody looks on. */
  progress: ProgressBar;
}
