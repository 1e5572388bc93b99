import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { auditList } from '#infra/admin/commands/audit.ts';
import { balanceAdd, ledgerList } from '#infra/admin/commands/balances.ts';
import { callShow, callTrace } from '#infra/admin/commands/calls.ts';
import { campaignCreate, campaignList, leadsImport, leadsListAgain } from '#infra/admin/commands/campaigns.ts';
import { carrierCheck } from '#infra/admin/commands/carriers.ts';
import { dlqList, dlqRedrive, dlqShow } from '#infra/admin/commands/dead-letters.ts';
import { userDestinations } from '#infra/admin/commands/destinations.ts';
import { doNotCallAdd, doNotCallImport, doNotCallList, doNotCallRemove } from '#infra/admin/commands/do-not-call.ts';
import { userLimits } from '#infra/admin/commands/limits.ts';
import { callEnd, callList, callWatch } from '#infra/admin/commands/live-calls.ts';
import { modelAdd, modelList, modelRetire } from '#infra/admin/commands/models.ts';
import { numberAdd, numberList, numberPoint, numberRemove } from '#infra/admin/commands/numbers.ts';
import { eraseNumberCommand, userDelete, userExport } from '#infra/admin/commands/privacy.ts';
import { tokenIssue, tokenList, tokenRevoke, tokenRevokeAll } from '#infra/admin/commands/tokens.ts';
import { usageShow } from '#infra/admin/commands/usage.ts';
import {
  userCreate,
  userList,
  userRotateWebhookSecret,
  userSetCallsAllowed,
  userUpdate,
  userWebhookSecret,
} from '#infra/admin/commands/users.ts';
import { voiceAdd, voiceSample } from '#infra/admin/commands/voices.ts';
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
    description: 'Create, change, export and delete users',
    commands: [
      userCreate,
      userList,
      userLimits,
      userUpdate,
      userDestinations,
      userSetCallsAllowed,
      userWebhookSecret,
      userRotateWebhookSecret,
      userExport,
      userDelete,
    ],
  },
  {
    name: 'token',
    description: 'Issue, list and revoke access tokens',
    commands: [tokenIssue, tokenList, tokenRevoke, tokenRevokeAll],
  },
  {
    name: 'number',
    description: 'Add, list, point and remove phone numbers',
    commands: [numberAdd, numberList, numberPoint, numberRemove],
  },
  { name: 'balance', description: 'Book money into balances', commands: [balanceAdd] },
  { name: 'ledger', description: 'List the changes of a balance', commands: [ledgerList] },
  { name: 'usage', description: 'Show the charges of a month', byDefault: 'show', commands: [usageShow] },
  { name: 'campaign', description: 'Create and list campaigns', commands: [campaignCreate, campaignList] },
  { name: 'leads', description: 'Import the customers of campaigns', commands: [leadsImport, leadsListAgain] },
  {
    name: 'do-not-call',
    description: 'Manage the numbers that campaigns must not call',
    commands: [doNotCallAdd, doNotCallList, doNotCallRemove, doNotCallImport],
  },
  {
    name: 'voice',
    description: 'Add voices for single users, and samples of voices',
    commands: [voiceAdd, voiceSample],
  },
  { name: 'model', description: 'Add, retire and list language models', commands: [modelAdd, modelRetire, modelList] },
  {
    name: 'call',
    description: 'List, show, trace, watch and end calls',
    commands: [callList, callShow, callTrace, callWatch, callEnd],
  },
  { name: 'carrier', description: 'Check carrier accounts', commands: [carrierCheck] },
  { name: 'erase', description: 'Erase customers of users', commands: [eraseNumberCommand] },
  { name: 'audit', description: 'List the commands of operators', commands: [auditList] },
  {
    name: 'dlq',
    description: 'List queues, and show or move their dead letters',
    commands: [dlqList, dlqShow, dlqRedrive],
  },
  {
    name: 'webhook',
    description: 'List, replay and test webhooks, and manage their secret',
    commands: [webhookList, webhookDeliveries, webhookEndpoints, webhookReplay, webhookTest, webhookSecretCommand],
  },
];
