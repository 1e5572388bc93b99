import type { Call } from '#shared/domain/call/call.ts';

/**
 * The variables that every conversation has. They win over variables of the same name from the assistant or the call:
 * whoever writes `{customer_phone}` must be able to rely on what it means.
 * Date and time are written out in the assistant's language and zone, because most of them are read aloud.
 */
export function systemVariables(call: Call, timezone: string, locale: string, now: number): Record<string, string> {
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: timezone, ...options }).format(now).replaceAll(/\s/g, ' ');
  return {
    customer_phone: call.clientPhoneNumber,
    assistant_phone: call.assistantPhoneNumber,
    assistant_id: String(call.assistantId),
    assistant_name: call.assistantName,
    current_date: inZone({ dateStyle: 'full' }),
    current_time: inZone({ timeStyle: 'short' }),
  };
}
