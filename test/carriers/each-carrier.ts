import { afterAll, beforeAll } from 'vitest';
import { setEnvironment } from '#infra/local/compose/stack-environment.ts';
import { PAPER_ACCOUNT, paperUnderTest } from '#test/carriers/paper/paper-under-test.ts';
import { PUBLIC_URL, SOCKET_URL } from '#test/carriers/service.ts';
import { twilioUnderTest } from '#test/carriers/twilio-under-test.ts';

export const carriers = [
  { name: 'twilio', under: twilioUnderTest },
  { name: 'paper', under: paperUnderTest },
];

/** A stage with an account of each carrier. */
export function useCarrierAccounts(): void {
  let restore = () => {};
  beforeAll(() => {
    restore = setEnvironment({
      PUBLIC_URL,
      SOCKET_URL,
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      CARRIER_ACCOUNTS: JSON.stringify([PAPER_ACCOUNT]),
    });
  });
  afterAll(() => restore());
}
