import * as v from 'valibot';
import { doNotCallSources } from '#shared/domain/do-not-call/do-not-call-entry.ts';
import { phoneNumberText, plainTime, text } from '#shared/http/records/wire-fields.ts';

/** A number of the do-not-call list as the API shows it. */
export const DoNotCallRecord = v.pipe(
  v.strictObject({
    phone_number: phoneNumberText('+12025550100'),
    source: v.pipe(
      v.picklist(doNotCallSources),
      v.description('Who put it there: this API, an import, the called person in a call, or by SMS.'),
    ),
    reason: v.nullable(text('Asked not to be called.')),
    created_at: plainTime(),
  }),
  v.title('DoNotCallRecord'),
);
