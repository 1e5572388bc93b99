import { recordIdTime } from '#shared/domain/ids/record-id.ts';
import { freshDialing, type LeadWithContacts } from '#shared/domain/lead/lead.ts';

export interface LeadRequest {
  campaignId: number;
  /** E.164. */
  phoneNumber: string;
  variables: Record<string, unknown>;
  allowDuplicate: boolean;
  secondaryContacts: Array<{ phoneNumber: string; variables: Record<string, unknown> }>;
}

/** A lead with its secondary contacts, all of one moment. `contactIds` has one id for each of them. */
export function newLead(
  { secondaryContacts, ...request }: LeadRequest,
  origin: { userId: number; id: number; contactIds: number[]; reservationToken?: string | undefined },
): LeadWithContacts {
  const { userId, id, contactIds, reservationToken } = origin;
  const createdAt = recordIdTime(id);
  const fresh = { userId, status: 'created', createdAt, updatedAt: createdAt } as const;
  return {
    lead: {
      id,
      ...fresh,
      ...request,
      contactIds,
      dialing: freshDialing,
      version: 1,
      ...(reservationToken && { reservationToken }),
    },
    contacts: secondaryContacts.flatMap((contact, index) => {
      const contactId = contactIds[index];
      return contactId === undefined ? [] : [{ id: contactId, leadId: id, ...fresh, ...contact }];
    }),
  };
}
