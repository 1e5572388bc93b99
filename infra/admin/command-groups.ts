import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { auditList } from '#infra/admin/commands/audit.ts';
import { balanceAdd, ledgerList } from '#infra/admin/commands/balances.ts';
import { callShow, callTrace } from '#infra/admin/commands/calls.ts';
import { campaignCreate, campaignList, leadsImport } from '#infra/admin/commands/campaigns.ts';
import { dlqList, dlqRedrive, dlqShow } from '#infra/admin/commands/dead-letters.ts';
import { doNotCallAdd, doNotCallImport, doNotCallList, doNotCallRemove } from '#infra/admin/commands/do-not-call.ts';
import { callEnd, callList, callWatch } from '#infra/admin/commands/live-calls.ts';
import { modelAdd, modelList, modelRetire } from '#infra/admin/commands/models.ts';
import { numberAdd, numberList, numberPoint, numberRemove } from '#infra/admin/commands/numbers.ts';
import { eraseNumberCommand, userDelete, userExport } from '#infra/admin/commands/privacy.ts';
import { tokenIssue, tokenList, tokenRevoke } from '#infra/admin/commands/tokens.ts';
import { usageShow } from '#infra/admin/commands/usage.ts';
import {
  userCreate,
  userList,
  userRotateWebhookSecret,
  userSetCallsAllowed,
  userUpdate,
  userWebhookSecret,
} from '#infra/admin/commands/users.ts';
import { voiceAdd } from '#infra/admin/commands/voices.ts';
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookList,
  webhookReplay,
  webhookSecretCommand,
  webhookTest,
} from '#infra/admin/commands/webhooks.ts';
import type { Session } from '#infra/admin/deps/admin-deps.ts';

interface CommandGroup {
  name: string;
  description: string;
  /** The command that a group without one means. */
  byDefault?: string;
  commands: Array<(session: Session) => CommandUnknownOpts>;
}

export const commandGroups: readonly CommandGroup[] = [
  {
    name: 'user',
    description: 'the users of the service',
    commands: [
      userCreate,
      userList,
      userUpdate,
      userSetCallsAllowed,
      userWebhookSecret,
      userRotateWebhookSecret,
      userExport,
      userDelete,
    ],
  },
  { name: 'token', description: 'bearer tokens for the API', commands: [tokenIssue, tokenList, tokenRevoke] },
  {
    name: 'number',
    description: 'phone numbers of users',
    commands: [numberAdd, numberList, numberPoint, numberRemove],
  },
  { name: 'balance', description: 'money of users', commands: [balanceAdd] },
  { name: 'ledger', description: 'every change of a balance', commands: [ledgerList] },
  { name: 'usage', description: 'what a month has cost', byDefault: 'show', commands: [usageShow] },
  { name: 'campaign', description: 'campaigns of users', commands: [campaignCreate, campaignList] },
  { name: 'leads', description: 'the customers of campaigns', commands: [leadsImport] },
  {
    name: 'do-not-call',
    description: 'numbers that campaigns must not call',
    commands: [doNotCallAdd, doNotCallList, doNotCallRemove, doNotCallImport],
  },
  { name: 'voice', description: 'voices that users have for themselves', commands: [voiceAdd] },
  { name: 'model', description: 'language models of all users', commands: [modelAdd, modelRetire, modelList] },
  { name: 'call', description: 'calls, whole', commands: [callList, callShow, callTrace, callWatch, callEnd] },
  { name: 'erase', description: 'the customers of users', commands: [eraseNumberCommand] },
  { name: 'audit', description: 'what operators did', commands: [auditList] },
  { name: 'dlq', description: 'queues and their dead letters', commands: [dlqList, dlqShow, dlqRedrive] },
  {
    name: 'webhook',
    description: 'webhook deliveries and their receivers',
    commands: [webhookList, webhookDeliveries, webhookEndpoints, webhookReplay, webhookTest, webhookSecretCommand],
  },
];
