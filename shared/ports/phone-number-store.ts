import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';

export interface PhoneNumberStore {
  /** `taken`: some user already has this E.164 number. */
  add(number: PhoneNumber): Promise<'added' | 'taken'>;
  get(userId: number, phoneNumberId: number): Promise<PhoneNumber | undefined>;
  /** Whoever has it. */
  findByNumber(e164: string): Promise<PhoneNumber | undefined>;
  /** All numbers of the user, oldest first. */
  list(userId: number): Promise<PhoneNumber[]>;
}
