import * as v from 'valibot';
import { leadReasons, leadStatuses } from '#shared/domain/lead/lead.ts';
import { keyValues, phoneNumberText, plainTime, recordId, text } from '#shared/http/records/wire-fields.ts';

const contact = {
  id: recordId(),
  phone_number: phoneNumberText('+12025550100'),
  variables: keyValues({ customer_name: 'Ada', email: 'ada@example.com' }),
  status: v.picklist(leadStatuses),
  created_at: plainTime(),
  updated_at: plainTime(),
};

/** A lead as the API shows it. */
export const LeadRecord = v.pipe(
  v.strictObject({
    ...contact,
    campaign_id: recordId(1),
    reason: v.optional(
      v.pipe(
        v.picklist(leadReasons),
        v.description('Why it waits, or will not be called any more; left out when there is nothing to say.'),
      ),
    ),
    campaign: v.strictObject({ id: recordId(1), name: text('Spring reminders') }),
    secondary_contacts: v.pipe(
      v.array(v.strictObject(contact)),
      v.description('In the order in which they are tried.'),
    ),
  }),
  v.title('LeadRecord'),
);
