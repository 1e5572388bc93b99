import type { QueueName } from '#shared/platform/queue/messages.ts';

/** Everything that differs between deployments. The stacks take what is written here and never ask which stage they are. */
export interface StageConfig {
  logRetentionDays: number;
  /** Keeps the table and the secrets when their stack is deleted. */
  keepData: boolean;
  /** Refuses to delete the table, whoever asks. */
  deletionProtection: boolean;
  /** Restores the table to any second of the last 35 days. */
  pointInTimeRecovery: boolean;
  recordings: {
    /** Days after which a recording and its link are gone. */
    retentionDays: number;
    /** Whether the carrier's copy is removed as soon as there is ours. */
    removeAtCarrier: boolean;
  };
  dialing: {
    /** New calls that the carrier's account takes a second; Twilio's take one until they are raised. */
    carrierCallsPerSecond: number;
    /** When campaigns may call at all, in the time of the called person: `08:00-21:00`, until nine in the evening. */
    callingHours: string;
  };
  /** Requests of all clients together, on each of the two APIs; more are answered 429. */
  throttling: { requestsPerSecond: number; burst: number };
  /** Functions, by id, that keep some of the account's concurrency to themselves, and get no more than that. */
  reservedConcurrency: Readonly<Record<string, number>>;
  /** The most workers of a queue that run at once, at least 2; without an entry SQS decides. */
  workersAtOnce: Readonly<Partial<Record<QueueName, number>>>;
  /** Alarms and a dashboard. Beyond the free ones each costs by the month: 0.10 USD an alarm's metric, 3 USD a dashboard. */
  alarms: boolean;
  languageModels: {
    /** Whether the secret `openai-api-key` holds a key. */
    openai: boolean;
    /** The region whose Bedrock models are used; the account must have access to them. */
    bedrockRegion?: string;
  };
  /** Own names instead of those that API Gateway gives. */
  domain?: DomainConfig;
}

export interface DomainConfig {
  /** `calls.example.com`: the API below `/api`, and the carrier's callbacks. */
  api: string;
  /** `voice.calls.example.com`: the carrier's WebSocket. API Gateway wants another name for it than for the API. */
  socket: string;
  /** A certificate of AWS Certificate Manager for both names, in the region of the deployment. */
  certificateArn: string;
  /** The zone of both names in Route 53; without it their records have to be made by hand. */
  hostedZone?: { id: string; name: string };
}

export const stages = {
  dev: {
    logRetentionDays: 14,
    keepData: false,
    deletionProtection: false,
    pointInTimeRecovery: true,
    recordings: { retentionDays: 30, removeAtCarrier: true },
    dialing: { carrierCallsPerSecond: 1, callingHours: '08:00-21:00' },
    throttling: { requestsPerSecond: 50, burst: 100 },
    reservedConcurrency: {},
    workersAtOnce: { 'place-call': 2, 'send-sms': 2 },
    alarms: false,
    languageModels: { openai: false },
  },
  production: {
    logRetentionDays: 365,
    keepData: true,
    deletionProtection: true,
    pointInTimeRecovery: true,
    recordings: { retentionDays: 90, removeAtCarrier: true },
    dialing: { carrierCallsPerSecond: 1, callingHours: '08:00-21:00' },
    throttling: { requestsPerSecond: 500, burst: 1000 },
    // Conversations go on while everything else is at its limit. Accounts start with a limit of 1,000; a new one may have
    // less, and must have it raised before it can serve customers.
    reservedConcurrency: { 'socket/message': 200 },
    workersAtOnce: {
      // The carrier takes so many new calls and messages a second, and answers 429 to more.
      'place-call': 5,
      'send-sms': 5,
      // Slow receivers hold a worker for 15 s each; they must not take all of the account's concurrency.
      'deliver-webhook': 50,
    },
    alarms: true,
    languageModels: { openai: true },
  },
} as const satisfies Record<string, StageConfig>;

export type StageName = keyof typeof stages;

export function isStageName(name: unknown): name is StageName {
  return typeof name === 'string' && Object.hasOwn(stages, name);
}
