import type { SeededUser } from '#infra/local/seed.ts';
import { createTwilioApi } from '#shared/adapters/twilio/twilio-api.ts';
import { createTwilioNumbers } from '#shared/adapters/twilio/twilio-numbers.ts';
import { pointNumber } from '#shared/app/point-number.ts';

/** Sends the calls to the demo users' numbers to this stack, over the carrier's API, as `admin number point` does. */
export async function pointNumbers(
  users: readonly SeededUser[],
  publicUrl: string,
  account: { apiUrl: string; accountSid: string; authToken: string },
): Promise<void> {
  const carrier = createTwilioNumbers(createTwilioApi({ ...account, authToken: async () => account.authToken }));
  const numbers = users.flatMap((user) => user.phone_numbers).filter(({ type_label }) => type_label !== 'Caller ID');
  await Promise.all(
    numbers.map(({ phone_number: phoneNumber }) =>
      pointNumber({ phoneNumber, publicUrl, isDryRun: false }, { carrier }),
    ),
  );
}
