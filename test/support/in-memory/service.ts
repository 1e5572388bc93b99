import type { User } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { ConversationsAtOnce } from '#shared/calls/live-calls.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { dayOfNumber } from '#shared/campaigns/number-day.ts';
import type { ModelAccess } from '#shared/catalog/models.ts';
import { destinationRules } from '#shared/destinations/destination-rules.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import type { DestinationSettings } from '#shared/platform/environment.ts';
import type { UserTool } from '#shared/tools/user-tool.ts';
import type { IssuePass } from '#shared/web-calls/start-web-call.ts';
import { widgetId } from '#shared/web-calls/widget.ts';
import { openSlot } from '#shared/webhooks/hanging-slot.ts';
import { buildAssistant, buildCampaign, buildLead, buildPhoneNumber, buildUser } from '#test/support/builders.ts';
import { createCountingIds, createFixedClock, createObservers } from '#test/support/fakes.ts';
import * as accounts from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import * as campaigning from '#test/support/memory/campaigns.ts';
import * as carriers from '#test/support/memory/carrier.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import {
  createMemoryDialQueue,
  createMemoryFailedCalls,
  createMemoryLiveCalls,
} from '#test/support/memory/dial-queue.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryNumberLines } from '#test/support/memory/number-lines.ts';
import * as platform from '#test/support/memory/platform.ts';
import { createMemoryInbox, noSmsEvents } from '#test/support/memory/sms.ts';
import { createMemoryToolUses, outsideToolsOf } from '#test/support/memory/tool-uses.ts';
import { createMemoryUserToolStore } from '#test/support/memory/tools.ts';
import * as webhooks from '#test/support/memory/webhooks.ts';
import { toolsOn } from '#test/support/tools.ts';

interface Parts {
  start?: number;
  timeScale?: number;
  /** Whose the money is. */
  userId?: number;
  balance?: number;
  /** Less than the balance where calls hold some of it. */
  available?: number;
  users?: User[];
  assistants?: Assistant[];
  numbers?: PhoneNumber[];
  campaigns?: Campaign[];
  leads?: Lead[];
  contacts?: SecondaryContact[];
  userTools?: UserTool[];
  access?: Partial<ModelAccess>;
  callsPerSecond?: number;
  atOnce?: ConversationsAtOnce;
  destinations?: DestinationSettings;
}

/** A user with money, and memory twins of everything that the service works on, on one clock. People may be called at any hour. */
export function memoryService({ userId = 7, balance = 10_000_000, ...parts }: Parts = {}) {
  const clock = createFixedClock(parts.start, parts.timeScale);
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance, available: parts.available ?? balance });
  const leads = campaigning.createMemoryLeadStore(parts.leads, parts.contacts);
  calls.line.leads = leads;
  const { numbers = [] } = parts;
  const models = createMemoryModels(parts.access);
  const observers = createObservers();
  const users = accounts.createMemoryUserStore(calls.state, parts.users);
  const rates = platform.createMemoryRateStore();
  const service = {
    ...observers,
    clock,
    ids: createCountingIds(clock),
    pause: async (milliseconds: number) => clock.move(milliseconds),
    calls,
    callList: calls,
    wallets: createMemoryWalletStore(calls.state),
    users,
    destinations: {
      rules: destinationRules(parts.destinations),
      users,
      expensive: calls.expensive,
      rates,
      clock,
      ...observers,
    },
    assistants: accounts.createMemoryAssistantStore(parts.assistants, numbers),
    phoneNumbers: accounts.createMemoryPhoneNumberStore(numbers),
    voices: accounts.createMemoryVoiceStore(),
    models,
    modelList: models.list,
    campaigns: campaigning.createMemoryCampaignStore(parts.campaigns),
    leads,
    dialer: campaigning.createMemoryDialerStore(leads),
    doNotCall: campaigning.createMemoryDoNotCallStore(),
    dialQueue: createMemoryDialQueue({ callsPerSecond: parts.callsPerSecond ?? 1000 }, calls.line),
    liveCalls: createMemoryLiveCalls(calls.line, parts.atOnce),
    widgetAccounts: calls.widgetAccounts,
    callingHours: { start: 0, end: 1440 },
    numberLines: createMemoryNumberLines(calls.line),
    attemptLimit: { most: 3, dayOf: dayOfNumber },
    queue: platform.createMemoryQueue(),
    timer: platform.createMemoryTimer(clock),
    rates,
    carrier: carriers.createMemoryCarrier(),
    carrierRecordings: carriers.createMemoryCarrierRecordings(),
    recordings: carriers.createMemoryRecordingStore(clock.now),
    conversations: createMemoryConversationStore(),
    messages: createMemoryInbox(),
    events: noSmsEvents,
    realtime: carriers.createMemoryRealtimeCalls(),
    toolUses: createMemoryToolUses(),
    outsideTools: outsideToolsOf([]),
    deliveries: webhooks.createMemoryWebhookDeliveryStore(),
    endpoints: webhooks.createMemoryEndpointHealthStore(),
    hanging: openSlot,
    idempotency: webhooks.createMemoryIdempotencyStore(),
    failedCalls: createMemoryFailedCalls(),
    userTools: createMemoryUserToolStore(parts.userTools),
    allowLoopback: false,
  };
  return {
    ...service,
    tools: toolsOn(service),
    /** The calls of the user, newest first, as they are stored. */
    async storedCalls() {
      const { rows } = await calls.list(userId, {}, { page: 1, perPage: 100 });
      return (await Promise.all(rows.map(({ call }) => calls.get({ userId, callId: call.id })))).map((call) => call!);
    },
  };
}

/** What the endpoints of assistants work on: user 7 with a number. */
export const assistantDeps = (assistants: Assistant[] = []) =>
  memoryService({ assistants, numbers: [buildPhoneNumber({ id: 1 })] });

export const userId = 7;
export const OUTBOUND = 2001;
export const INBOUND = 2002;

/** What the endpoints of campaigns, leads and the do-not-call list work on: user 7 with an assistant of each type, a number and some money. */
export const campaignDeps = (parts: Pick<Parts, 'campaigns' | 'leads' | 'contacts'> = {}) =>
  memoryService({
    users: [buildUser({ id: userId })],
    balance: 5_000_000,
    available: 4_000_000,
    assistants: [buildAssistant({ id: OUTBOUND }), buildAssistant({ id: INBOUND, type: 'inbound' })],
    numbers: [buildPhoneNumber()],
    campaigns: [buildCampaign({ assistantId: OUTBOUND })],
    ...parts,
  });

interface CampaignParts {
  campaign?: Partial<Campaign>;
  assistant?: Partial<Assistant>;
  leads?: Array<Partial<Lead>>;
  balance?: number;
}

export const campaignKey = { userId, campaignId: 4001 };

/** User 7 with a campaign in progress and its leads; Tuesday noon in Washington is 16:00 UTC. */
export function createCampaignWorld({ balance = 100_000_000, leads: wanted = [{}], ...parts }: CampaignParts = {}) {
  const campaign = buildCampaign({ assistantId: OUTBOUND, status: 'in-progress', ...parts.campaign });
  const leads = wanted.map((changes, index) =>
    buildLead({ id: 6001 + index, phoneNumber: `+120255501${String(index).padStart(2, '0')}`, ...changes }),
  );
  const deps = memoryService({
    start: Date.UTC(2026, 5, 30, 16, 0, 0),
    balance,
    assistants: [buildAssistant(parts.assistant)],
    numbers: [1, 2].map((id) => buildPhoneNumber({ id, phoneNumber: `+1202555000${id}` })),
    campaigns: [campaign],
    leads: structuredClone(leads),
  });
  return {
    deps,
    clock: deps.clock,
    observers: deps,
    leads,
    lead: async (index = 0) => (await deps.leads.get(userId, leads[index]?.id ?? 0)) ?? leads[index],
    campaign: () => deps.campaigns.get(userId, campaign.id),
    async change(change: Partial<Campaign>) {
      const before = (await deps.campaigns.get(userId, campaign.id))!;
      await deps.campaigns.replace(before, { ...before, ...change, version: before.version + 1 });
    },
    callsOf: async () => (await deps.storedCalls()).filter((call) => call.campaignId === campaign.id).toReversed(),
  };
}

export const SHOP = 'https://shop.example.com';

interface WebParts extends Pick<Parts, 'available' | 'atOnce' | 'timeScale'> {
  assistant?: Partial<Assistant>;
  widget?: Partial<Assistant['widgetSettings']>;
  /** The deployment has no web calls. */
  isOff?: boolean;
}

/** A user with an assistant whose widget one shop may show. */
export function webCallScene({ assistant, widget, isOff = false, ...parts }: WebParts = {}) {
  const look = { theme: 'dark', color: '#2563eb', position: 'top-left' } as const;
  const widgetSettings = { ...look, allowed_origins: [SHOP], visitor_variables: ['page'], ...widget };
  const stored = buildAssistant({ widgetSettings, ...assistant });
  const issuePass: IssuePass = async ({ userId, callId }) => ({
    accessToken: `pass-${userId}-${callId}`,
    expiresIn: 60,
    transport: 'twilio',
  });
  const service = memoryService({ ...parts, assistants: [stored] });
  const deps = { ...service, widgets: service.assistants, issuePass: isOff ? undefined : issuePass };
  return { ...deps, deps, assistant: stored, widget: widgetId(stored) };
}
