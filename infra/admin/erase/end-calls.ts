import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { endCall } from '#shared/call-life/end-call.ts';
import type { Call } from '#shared/calls/call.ts';
import { AppError, OperatorError, type ErrorCode } from '#shared/platform/errors.ts';

/** Ends a call that is to be erased. Its workers settle it soon. Safe to repeat. */
export async function endOpenCall({ userId, id: callId }: Call, deps: ErasureDeps): Promise<void> {
  await endCall({ userId, callId }, deps).catch(unless('call_over', 'call_not_found'));
}

/** Ignores these refusals: another request has done the same at the same moment. */
export function unless(...codes: ErrorCode[]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof AppError && codes.includes(error.code))) throw error;
  };
}

const LOOK_EVERY_MS = 1000;

/** Ends the calls that `findOpen` finds, and waits for them. @throws OperatorError if some are open after the wait */
export function endCalls(
  findOpen: () => Promise<Call[]>,
  waitSeconds: number,
  deps: ErasureDeps,
  bar: ProgressBar,
): Promise<void> {
  const endOpen = async () => {
    const open = await findOpen();
    for (const call of open) await endOpenCall(call, deps);
    return open.length;
  };
  return waitForNone('calls', endOpen, waitSeconds, deps, bar);
}

/** @throws OperatorError if `count` is not 0 after the wait */
export async function waitForNone(
  what: 'calls' | 'messages',
  count: () => Promise<number>,
  waitSeconds: number,
  deps: ErasureDeps,
  bar: ProgressBar,
): Promise<void> {
  const until = deps.clock.now() + waitSeconds * 1000;
  for (;;) {
    const open = await count();
    if (open === 0) return;
    if (deps.clock.now() >= until) {
      throw new OperatorError(`${open} ${what} of the user are still open: run the same command again in a minute`);
    }
    bar.show(0, `${open} ${what} are still open`);
    await deps.pause(LOOK_EVERY_MS);
  }
}
