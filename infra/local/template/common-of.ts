import type { DeployedFunction } from '#infra/local/template/read-functions.ts';

/** What the local stack wants to know of any function; the rest of a row has become roles, variables and alarms. */
export function commonOf({ id, timeoutSeconds, memoryMb }: DeployedFunction) {
  return { id, timeoutSeconds, memoryMb, uses: [], failure: '' };
}
