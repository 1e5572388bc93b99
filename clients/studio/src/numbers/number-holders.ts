import type { Assistant, PhoneNumber } from '@ringback/client';

type Holder = Pick<Assistant, 'id' | 'name' | 'type' | 'phone_number_id'>;

export interface NumberRow {
  number: PhoneNumber;
  /** The inbound assistant that answers. */
  answers: Holder | undefined;
  /** The outbound assistants that call from it. */
  callers: Holder[];
  canAnswer: boolean;
}

/** Which assistants use which number. A caller ID only shows a number: it cannot be called. */
export function numberRows(numbers: readonly PhoneNumber[], assistants: readonly Holder[]): NumberRow[] {
  return numbers.map((number) => {
    const holders = assistants.filter(({ phone_number_id }) => phone_number_id === number.id);
    const answers = holders.find(({ type }) => type === 'inbound');
    return {
      number,
      answers,
      callers: holders.filter(({ type }) => type === 'outbound'),
      canAnswer: answers !== undefined || (number.is_available && number.type_label !== 'Caller ID'),
    };
  });
}

/** The changes that let another assistant answer, in this order: one assistant at a time has a number. */
export function changesOfAnswer(
  { number, answers }: Pick<NumberRow, 'number' | 'answers'>,
  assistantId: number | undefined,
): Array<{ assistantId: number; phone_number_id: number | null }> {
  if (answers?.id === assistantId) return [];
  return [
    ...(answers === undefined ? [] : [{ assistantId: answers.id, phone_number_id: null }]),
    ...(assistantId === undefined ? [] : [{ assistantId, phone_number_id: number.id }]),
  ];
}

/**
 * Lets another assistant answer. When that fails the one before gets the number back: callers would reach no one.
 * @throws the errors of `update`
 */
export async function changeAnswer(
  row: Pick<NumberRow, 'number' | 'answers'>,
  assistantId: number | undefined,
  update: (assistantId: number, phoneNumberId: number | null) => Promise<unknown>,
): Promise<void> {
  const { number, answers } = row;
  for (const change of changesOfAnswer(row, assistantId)) {
    try {
      await update(change.assistantId, change.phone_number_id);
    } catch (error) {
      // Without an answer it may have been carried out: then this is refused, as the number is held.
      if (answers !== undefined) await update(answers.id, number.id).catch(() => undefined);
      throw error;
    }
  }
}
