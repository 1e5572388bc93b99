import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';
import type { PhoneNumberStore } from '#shared/ports/phone-number-store.ts';

export function createMemoryPhoneNumberStore(numbers: PhoneNumber[] = []): PhoneNumberStore {
  return {
    async add(number) {
      if (numbers.some((other) => other.phoneNumber === number.phoneNumber)) return 'taken';
      numbers.push(structuredClone(number));
      return 'added';
    },
    async get(userId, phoneNumberId) {
      return structuredClone(numbers.find((number) => number.userId === userId && number.id === phoneNumberId));
    },
    async findByNumber(e164) {
      return structuredClone(numbers.find((number) => number.phoneNumber === e164));
    },
    async list(userId) {
      const own = numbers.filter((number) => number.userId === userId);
      return structuredClone(own.toSorted((one, other) => one.id - other.id));
    },
  };
}
