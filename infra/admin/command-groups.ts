import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { balanceAdd } from '#infra/admin/commands/balance-add.ts';
import { callShow } from '#infra/admin/commands/call-show.ts';
import { callTrace } from '#infra/admin/commands/call-trace.ts';
import { campaignCreate } from '#infra/admin/commands/campaign-create.ts';
import { campaignList } from '#infra/admin/commands/campaign-list.ts';
import { doNotCallAdd } from '#infra/admin/commands/do-not-call-add.ts';
import { doNotCallImport } from '#infra/admin/commands/do-not-call-import.ts';
import { doNotCallList } from '#infra/admin/commands/do-not-call-list.ts';
import { doNotCallRemove } from '#infra/admin/commands/do-not-call-remove.ts';
import { leadsImport } from '#infra/admin/commands/leads-import.ts';
import { dlqList } from '#infra/admin/commands/dlq-list.ts';
import { dlqRedrive } from '#infra/admin/commands/dlq-redrive.ts';
import { dlqShow } from '#infra/admin/commands/dlq-show.ts';
import { ledgerList } from '#infra/admin/commands/ledger-list.ts';
import { numberAdd } from '#infra/admin/commands/number-add.ts';
import { numberList } from '#infra/admin/commands/number-list.ts';
import { numberPoint } from '#infra/admin/commands/number-point.ts';
import { tokenIssue } from '#infra/admin/commands/token-issue.ts';
import { tokenList } from '#infra/admin/commands/token-list.ts';
import { tokenRevoke } from '#infra/admin/commands/token-revoke.ts';
import { userCreate } from '#infra/admin/commands/user-create.ts';
import { userList } from '#infra/admin/commands/user-list.ts';
import { userRotateWebhookSecret } from '#infra/admin/commands/user-rotate-webhook-secret.ts';
import { userSetCallsAllowed } from '#infra/admin/commands/user-set-calls-allowed.ts';
import { userWebhookSecret } from '#infra/admin/commands/user-webhook-secret.ts';
import { voiceAdd } from '#infra/admin/commands/voice-add.ts';
import { webhookReplay } from '#infra/admin/commands/webhook-replay.ts';
import type { Session } from '#infra/admin/session.ts';

interface CommandGroup {
  name: string;
  description: string;
  commands: Array<(session: Session) => CommandUnknownOpts>;
}

export const commandGroups: readonly CommandGroup[] = [
  {
    name: 'user',
    description: 'the users of the service',
    commands: [userCreate, userList, userSetCallsAllowed, userWebhookSecret, userRotateWebhookSecret],
  },
  { name: 'token', description: 'bearer tokens for the API', commands: [tokenIssue, tokenList, tokenRevoke] },
  { name: 'number', description: 'phone numbers of users', commands: [numberAdd, numberList, numberPoint] },
  { name: 'balance', description: 'money of users', commands: [balanceAdd] },
  { name: 'ledger', description: 'every change of a balance', commands: [ledgerList] },
  { name: 'campaign', description: 'campaigns of users', commands: [campaignCreate, campaignList] },
  { name: 'leads', description: 'the customers of campaigns', commands: [leadsImport] },
  {
    name: 'do-not-call',
    description: 'numbers that users must not call',
    commands: [doNotCallAdd, doNotCallList, doNotCallRemove, doNotCallImport],
  },
  { name: 'voice', description: 'voices that users have for themselves', commands: [voiceAdd] },
  { name: 'call', description: 'calls, whole', commands: [callShow, callTrace] },
  { name: 'dlq', description: 'queues and their dead letters', commands: [dlqList, dlqShow, dlqRedrive] },
  { name: 'webhook', description: 'webhook deliveries', commands: [webhookReplay] },
];
