import type { BenchReport } from '#test/bench/report.ts';

type Bench = (args: string[]) => Promise<BenchReport>;

interface Listed {
  load: () => Promise<Bench>;
  /** What the default gives it, so that all of them end within five minutes. Only printed, and stored in latest.json. */
  small?: readonly string[];
}

/** One of each kind. */
const COLD = ['authorizer/bearer-token', 'calls/list-calls', 'calls/make-call', 'queue/dial-calls', 'socket/message'];

/** In the order of the page. */
export const benches: Readonly<Record<string, Listed>> = {
  lists: { load: async () => (await import('#test/bench/bench-lists.ts')).benchLists, small: ['10000'] },
  assistants: { load: async () => (await import('#test/bench/bench-assistants.ts')).benchAssistants },
  leads: { load: async () => (await import('#test/bench/bench-leads.ts')).benchLeads },
  functions: { load: async () => (await import('#test/bench/bench-functions.ts')).benchFunctions },
  requests: { load: async () => (await import('#test/bench/bench-requests.ts')).benchRequests, small: ['300'] },
  sdk: { load: async () => (await import('#test/bench/bench-sdk.ts')).benchSdk, small: ['200'] },
  wallet: { load: async () => (await import('#test/bench/bench-wallet.ts')).benchWallet },
  pipeline: { load: async () => (await import('#test/bench/bench-pipeline.ts')).benchPipeline, small: ['200'] },
  dialer: { load: async () => (await import('#test/bench/bench-dialer.ts')).benchDialer, small: ['80'] },
  'dial-queue': {
    load: async () => (await import('#test/bench/bench-dial-queue.ts')).benchDialQueue,
    small: ['200', '20'],
  },
  webhooks: { load: async () => (await import('#test/bench/bench-webhooks.ts')).benchWebhooks, small: ['100'] },
  tenants: {
    load: async () => (await import('#test/bench/bench-tenants.ts')).benchTenants,
    small: ['100', '500', '8'],
  },
  voice: { load: async () => (await import('#test/bench/voice/bench-voice.ts')).benchVoice, small: ['20', '15', '4'] },
  cold: { load: async () => (await import('#test/bench/bench-cold.ts')).benchCold, small: ['3', ...COLD] },
};

/** One run tells both. */
export const otherNames: Readonly<Record<string, string>> = { units: 'functions', hops: 'functions' };
