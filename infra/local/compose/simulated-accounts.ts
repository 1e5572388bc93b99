import * as v from 'valibot';
import { freePort } from '#infra/local/address/free-port.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';

/** A simulated carrier account beside the default one: a simulator process of its own. */
export type SimulatedAccount = FurtherCarrierAccount & { port: number };

/**
 * The accounts of `SIMULATED_ACCOUNTS`: `second=2,third=1` are two accounts, with their calls per second. A port is drawn for each
 * at every start.
 */
export async function simulatedAccounts(developer: Record<string, string | undefined>): Promise<SimulatedAccount[]> {
  const named = (developer['SIMULATED_ACCOUNTS'] ?? '').split(',').filter((part) => part.trim() !== '');
  return Promise.all(
    named.map(async (part, index) => {
      const [name, pace] = part.trim().split('=');
      const port = await freePort();
      const account = v.safeParse(FurtherCarrierAccount, {
        name,
        accountSid: `AC${String(index + 2).padStart(32, '0')}`,
        callsPerSecond: Number(pace ?? 1),
        apiUrl: `http://127.0.0.1:${port}`,
      });
      if (!account.success) throw new StackError(`SIMULATED_ACCOUNTS: ${part} is not an account such as second=2`);
      return { ...account.output, port };
    }),
  );
}
