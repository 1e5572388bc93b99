import {
  Activity,
  Bot,
  Cpu,
  Hash,
  House,
  KeyRound,
  Megaphone,
  MessageSquare,
  Phone,
  Users,
  Wallet,
  Webhook,
} from 'lucide-preact';
import type { ComponentType } from 'preact';

export const groups = ['Build', 'Run', 'Account', 'Local stack'] as const;

/** Pages of this group are shown on a local stack only. */
export const LOCAL: (typeof groups)[number] = 'Local stack';

export interface StudioPage {
  /** A pattern of wouter: `/calls/:id`. */
  path: string;
  /** The page is a chunk of its own, loaded when it is opened. */
  load: () => Promise<ComponentType>;
  /** Absent: reached from another page. */
  navigation?: { group: (typeof groups)[number]; title: string; icon: typeof Bot };
}

/** Every page of the studio; the navigation follows from it. The first one is the start page. */
export const pages: readonly StudioPage[] = [
  {
    path: '/home',
    load: async () => (await import('./home-page.tsx')).HomePage,
    navigation: { group: 'Build', title: 'Home', icon: House },
  },
  {
    path: '/assistants',
    load: async () => (await import('../assistants/assistants-page.tsx')).AssistantsPage,
    navigation: { group: 'Build', title: 'Assistants', icon: Bot },
  },
  {
    path: '/assistants/new',
    load: async () => (await import('../assistants/new-assistant-page.tsx')).NewAssistantPage,
  },
  {
    path: '/assistants/:id/:tab?',
    load: async () => (await import('../assistants/assistant-page.tsx')).AssistantPage,
  },
  {
    path: '/calls',
    load: async () => (await import('../calls/calls-page.tsx')).CallsPage,
    navigation: { group: 'Run', title: 'Calls', icon: Phone },
  },
  { path: '/calls/:id', load: async () => (await import('../calls/call-page.tsx')).CallPage },
  {
    path: '/campaigns',
    load: async () => (await import('../campaigns/campaigns-page.tsx')).CampaignsPage,
    navigation: { group: 'Run', title: 'Campaigns', icon: Megaphone },
  },
  { path: '/campaigns/new', load: async () => (await import('../campaigns/new-campaign-page.tsx')).NewCampaignPage },
  {
    path: '/campaigns/:id/edit',
    load: async () => (await import('../campaigns/edit-campaign-page.tsx')).EditCampaignPage,
  },
  { path: '/campaigns/:id', load: async () => (await import('../campaigns/campaign-page.tsx')).CampaignPage },
  {
    path: '/leads',
    load: async () => (await import('../leads/leads-page.tsx')).LeadsPage,
    navigation: { group: 'Run', title: 'Leads', icon: Users },
  },
  { path: '/leads/import', load: async () => (await import('../leads/import-page.tsx')).ImportPage },
  { path: '/do-not-call', load: async () => (await import('../leads/do-not-call-page.tsx')).DoNotCallPage },
  {
    path: '/sms',
    load: async () => (await import('../sms/sms-page.tsx')).SmsPage,
    navigation: { group: 'Run', title: 'SMS', icon: MessageSquare },
  },
  {
    path: '/numbers',
    load: async () => (await import('../numbers/numbers-page.tsx')).NumbersPage,
    navigation: { group: 'Account', title: 'Numbers', icon: Hash },
  },
  {
    path: '/usage',
    load: async () => (await import('../usage/usage-page.tsx')).UsagePage,
    navigation: { group: 'Account', title: 'Usage', icon: Wallet },
  },
  {
    path: '/webhooks',
    load: async () => (await import('../webhooks/webhooks-page.tsx')).WebhooksPage,
    navigation: { group: 'Account', title: 'Webhooks', icon: Webhook },
  },
  {
    path: '/tokens',
    load: async () => (await import('../tokens/tokens-page.tsx')).TokensPage,
    navigation: { group: 'Account', title: 'Access tokens', icon: KeyRound },
  },
  {
    path: '/models',
    load: async () => (await import('../models/models-page.tsx')).ModelsPage,
    navigation: { group: LOCAL, title: 'Models', icon: Cpu },
  },
  {
    path: '/console',
    load: async () => (await import('../events/event-log-page.tsx')).EventLogPage,
    navigation: { group: LOCAL, title: 'Event log', icon: Activity },
  },
];
