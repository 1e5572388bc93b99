import type { BodyChanges } from '#infra/local/invoke/fit-event.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';

/** The number that the sample events of calls that come in are about. */
const NUMBER = '+12025550002';

/** The assistant that answers on that number: the one of an earlier run, or a new one. */
export async function receivingAssistant(create: (changes: BodyChanges) => Promise<number>): Promise<number> {
  const number = await phoneNumbers().findByNumber(NUMBER);
  if (!number) throw new OpsRefusal(`nobody has ${NUMBER}`);
  return number.inboundAssistantId ?? create({ calls_direction: 'receive', phone_number_id: number.id });
}
