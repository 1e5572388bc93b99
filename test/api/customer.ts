import { issueToken } from '#shared/accounts/access-tokens.ts';
import { MICROS_PER_UNIT } from '#shared/accounts/account.ts';
import { createUser, topUp } from '#shared/accounts/users.ts';
import { createDraftCampaign } from '#shared/campaigns/manage-campaigns.ts';
import { addVoice } from '#shared/catalog/voices.ts';
import { campaigns, phoneNumbers, tokens, users, voices, wallets } from '#shared/container.ts';
import { addNumber } from '#shared/numbers/manage-numbers.ts';
import type { PhoneNumber, PhoneNumberType } from '#shared/numbers/phone-number.ts';
import { clock } from '#shared/platform/clock.ts';
import { createRandomIds } from '#shared/platform/ids.ts';

/** A user of the running stack with one of everything that only ops can make. */
export interface Customer {
  userId: number;
  token: string;
  numbers: Record<'normal' | 'second' | 'sip' | 'callerId' | 'expired', PhoneNumber>;
  campaign: { id: number; name: string };
  voiceId: number;
}

export interface CustomerOptions {
  /** In whole currency units. */
  balance?: number;
}

let lastNumber = 0;

/** Makes a customer by the use cases of the ops command line, on the table of the stack that runs in this process. */
export async function createCustomer({ balance = 100 }: CustomerOptions = {}): Promise<Customer> {
  const deps = {
    users: users(),
    tokens: tokens(),
    wallets: wallets(),
    phoneNumbers: phoneNumbers(),
    campaigns: campaigns(),
    voices: voices(),
    clock: clock(),
    ids: createRandomIds(clock()),
  };
  const { id: userId } = await createUser({ name: 'Contract' }, deps);
  const number = async (type: PhoneNumberType, subscriptionExpiresAt: number | null = null, smsCapable = false) => {
    lastNumber += 1;
    const phoneNumber = `+1202556${String(lastNumber).padStart(4, '0')}`;
    return addNumber({ userId, phoneNumber, type, smsCapable, subscriptionExpiresAt }, deps);
  };
  const { token } = await issueToken({ userId, name: 'contract', expiresAt: null }, deps);
  if (balance > 0) await topUp({ userId, amount: balance * MICROS_PER_UNIT, note: 'contract' }, deps);
  // One after the other: lists show the oldest first.
  const numbers = {
    normal: await number('Normal', null, true),
    second: await number('Normal'),
    sip: await number('SIP'),
    callerId: await number('Caller ID'),
    expired: await number('Normal', Date.UTC(2025, 11, 31), true),
  };
  const { id, name } = await createDraftCampaign({ userId, name: 'Check-up reminders' }, deps);
  const voice = await addVoice(
    { userId, voice: { name: 'Mine', mode: 'pipeline', provider: 'ElevenLabs', providerVoice: 'contract' } },
    deps,
  );
  return { userId, token, numbers, campaign: { id, name }, voiceId: voice.id };
}
