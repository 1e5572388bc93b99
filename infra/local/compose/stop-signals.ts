const PARENT_CHECK_MS = 200;

/** Calls `stop` for each signal to end this process, and when the process that started it has died. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  // Once: a second signal ends a stack without waiting.
  let isOrphan = false;
  const stopOrphan = () => {
    if (!isOrphan) stop('SIGTERM');
    isOrphan = true;
  };
  process.on('disconnect', stopOrphan);
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentDies(stopOrphan);
}

/** An npm that is killed cannot stop its script, which would keep its port and its data folder. */
function whenParentDies(act: () => void): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    act();
  }, PARENT_CHECK_MS);
  check.unref();
}
