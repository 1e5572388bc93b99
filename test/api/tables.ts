import type { ContractRow } from '#test/api/contract-row.ts';
import { assistantFieldRows } from '#test/api/rows/assistant-fields.ts';
import { assistantRows } from '#test/api/rows/assistants.ts';
import { authRows } from '#test/api/rows/auth.ts';
import { callOutcomeRows } from '#test/api/rows/call-outcomes.ts';
import { callRows } from '#test/api/rows/calls.ts';
import { campaignRows } from '#test/api/rows/campaigns.ts';
import { doNotCallRows } from '#test/api/rows/do-not-call.ts';
import { errorRows } from '#test/api/rows/errors.ts';
import { fieldTableRows } from '#test/api/rows/fields.ts';
import { idempotencyRows } from '#test/api/rows/idempotency.ts';
import { leadRows } from '#test/api/rows/leads.ts';
import { lookupRows } from '#test/api/rows/lookups.ts';
import { makeCallRows } from '#test/api/rows/make-call.ts';
import { paginationRows } from '#test/api/rows/pagination.ts';
import { smsRows } from '#test/api/rows/sms.ts';
import { toolRows } from '#test/api/rows/tools.ts';
import { webCallRows } from '#test/api/rows/web-calls.ts';
import { webhookSwitchRows } from '#test/api/rows/webhook-switches.ts';
import { webhookRows } from '#test/api/rows/webhooks.ts';

export interface ContractTable {
  /** The file of the rows in `rows/`, without its extension. */
  file: string;
  title: string;
  rows: readonly ContractRow[];
}

/** The whole contract, as far as it can be asked over HTTP. */
export const tables: readonly ContractTable[] = [
  { file: 'auth', title: 'Authentication', rows: authRows },
  { file: 'assistants', title: 'Assistants', rows: assistantRows },
  { file: 'assistant-fields', title: 'Fields of an assistant', rows: assistantFieldRows },
  { file: 'fields', title: 'Fields of all other requests', rows: fieldTableRows },
  { file: 'webhook-switches', title: 'Inbound webhook switches', rows: webhookSwitchRows },
  { file: 'webhooks', title: 'Webhooks and versions', rows: webhookRows },
  { file: 'make-call', title: 'Making calls', rows: makeCallRows },
  { file: 'web-calls', title: 'Web calls', rows: webCallRows },
  { file: 'tools', title: 'Tools', rows: toolRows },
  { file: 'calls', title: 'Call records', rows: callRows },
  { file: 'call-outcomes', title: 'Outcomes of calls', rows: callOutcomeRows },
  { file: 'sms', title: 'SMS', rows: smsRows },
  { file: 'campaigns', title: 'Campaigns', rows: campaignRows },
  { file: 'leads', title: 'Leads', rows: leadRows },
  { file: 'do-not-call', title: 'Do-not-call list, and the current user', rows: doNotCallRows },
  { file: 'idempotency', title: 'Idempotency keys', rows: idempotencyRows },
  { file: 'pagination', title: 'Pagination', rows: paginationRows },
  { file: 'errors', title: 'Bad requests', rows: errorRows },
  { file: 'lookups', title: 'Lookups', rows: lookupRows },
];
