import * as v from 'valibot';
import type { NumberKind } from '#shared/destinations/number-kind.ts';
import type { MachineDetection } from '#shared/integrations/twilio/machine-detection.ts';
import { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

/** Everything that differs between deployments. The stacks read this configuration, never the name of the stage. */
export interface StageConfig {
  /**
   * Lambda's concurrent executions of the account in this region, 10 in a new account. The capacity of the stage follows from it
   * (capacity.ts). `aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions`
   */
  accountConcurrency: number;
  /**
   * API Gateway's requests per second of the account in this region; 10,000 by default. More than some 9,600 calls at once need more.
   * `aws service-quotas get-service-quota --service-code apigateway --quota-code L-8A5B8E43`
   */
  apiRequestsPerSecond?: number;
  logRetentionDays: number;
  /** Keeps the table and the secrets when their stack is deleted. */
  keepData: boolean;
  /** Turns on the deletion protection of the table. */
  deletionProtection: boolean;
  /** Restores the table to any second of the last 35 days. */
  pointInTimeRecovery: boolean;
  /**
   * Units per second that the table takes at once. A new table starts with 12,000 reads and 4,000 writes, and takes twice its
   * peak within 30 minutes. A call reads 108 and writes 86 units (`npm run costs`), so 4,000 writes are 46 calls a second. It
   * is paid once, and cannot be lowered.
   * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html
   */
  warmThroughput?: { readUnits: number; writeUnits: number };
  recordings: {
    /** Days until a recording and its link expire. */
    retentionDays: number;
    /** Days in which an operator can restore a recording that was deleted or overwritten. 0 keeps no versions. */
    restorableDays: number;
    /** Whether the carrier's copy is deleted after ours is stored. */
    removeAtCarrier: boolean;
  };
  /**
   * Carrier accounts beside the one of the first deployment, by name: small letters, digits and hyphens. Each has numbers and a pace
   * of its own, and a secret: `twilio-auth-token-<name>` with its auth token, or `carrier-secret-<name>` if it is of another `kind`.
   * Docs: docs/guide.md, docs/contributing/carrier.md
   */
  carrierAccounts?: Readonly<Record<string, { kind?: string; accountSid: string; callsPerSecond: number }>>;
  dialing: {
    /** New calls that the default carrier account accepts per second. Twilio's default is 1. */
    carrierCallsPerSecond: number;
    /** When campaigns may call, in the time zone of the called person: `08:00-21:00`. */
    callingHours: string;
    /** Calls of one user that may wait at once; more get 429. 15 minutes of the carrier's rate are usual. */
    waitingCallsPerUser: number;
    /** How often the campaigns of a user may dial one number in a day of its time zone. */
    attemptsPerDay: number;
    /**
     * When the carrier takes a callee for a machine; its defaults by default. A longer `speechThresholdMs` (2400) tells businesses with
     * long greetings from machines, and later: https://www.twilio.com/docs/voice/answering-machine-detection
     */
    machineDetection?: MachineDetection;
    /** Outbound calls at once, of all users and of one user; further calls wait. By default from `accountConcurrency`. */
    conversationsAtOnce?: number;
    conversationsPerUser?: number;
  };
  /**
   * Requests of all clients and of the carrier, on each route of the HTTP API. Further requests get 429. At least four times the
   * rate and twice the burst of a user (`rateLimit`), so that no user within its limit reaches it.
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
   */
  throttling: { requestsPerSecond: number; burst: number };
  /** Requests of all tokens of a user, reads and writes alike: per minute, and at once. A user may have another limit. */
  rateLimit: { requestsPerMinute: number; burst: number };
  /**
   * The origins whose pages may call the API, such as `https://app.example.com`. None by default: a token in a page is public. It also
   * decides for widgets, whose pages must then be named here: docs/web-calls.md
   */
  browserOrigins?: readonly string[];
  sms: {
    /** SMS that one user may send per second. A user may have another limit. No limit by default. */
    perSecondPerUser?: number;
    /** Requests of one user that wait for the outcome of their SMS at once. Further ones answer `queued`. No limit by default. */
    waitingPerUser?: number;
  };
  /** Where calls and SMS may go. By default to every country, and to no number of a kind with prices of its own. */
  destinations?: {
    /** Codes of ISO 3166. Countries without calls of their own count as the one they share numbers with: AX as FI, SJ as NO, VA as IT. */
    countries?: readonly string[];
    /** Kinds of numbers that are called or texted all the same, with what a minute and a segment cost, in currency units. */
    kinds?: Readonly<Partial<Record<NumberKind, { perMinute?: number; perSegment?: number }>>>;
    /** What a user may spend in 24 hours on destinations above 0.20 a minute or segment: 5 by default. A user may have another limit. */
    expensivePerDay?: number;
  };
  /** Reserved concurrency of functions, by id. It is also their maximum. By default from `accountConcurrency`. */
  reservedConcurrency?: Readonly<Record<string, number>>;
  /** Maximum concurrency of a queue's workers, at least 2. By default from `accountConcurrency`. */
  workersAtOnce?: Readonly<Partial<Record<QueueName, number>>>;
  /**
   * New versions of the functions that hold live calls get a tenth of the requests for five minutes first, and are rolled back if they
   * fail more often than the old ones. Without it, a deployment changes all requests at once: docs/runbooks/deployment-rolled-back.md
   */
  canary: boolean;
  /** Alarms and a dashboard. Beyond the free tier: 0.10 USD per alarm metric and 3 USD per dashboard a month. */
  alarms: boolean;
  languageModels: {
    /** Whether the secret `openai-api-key` is set. */
    openai: boolean;
    /** A server with OpenAI's protocol instead of OpenAI. `model`: the name of the model that it serves. */
    openaiServer?: { baseUrl: string; model?: string };
    /** Where multimodal calls are bridged to. A project with data residency in Europe has the second one. */
    openaiSipHost?: 'sip.api.openai.com' | 'sip-eu.api.openai.com';
    /** The region whose Bedrock models are used, by the roles of the functions. An administrator calls each Claude model first. */
    bedrockRegion?: string;
    /** Deploys the rehearsal model, which answers according to fixed rules: for tests without a language model. Never for customers. */
    rehearsal?: boolean;
  };
  /** Custom domain names instead of those of API Gateway. */
  domain?: DomainConfig;
  /**
   * What serves the studio. AWS refuses CloudFront to accounts that its support has not verified, and has none in GovCloud and China:
   * `api` serves it from the API itself, `false` deploys none.
   */
  studio: 'cloudfront' | 'api' | false;
}

const CarrierAccount = v.pipe(
  FurtherCarrierAccount,
  v.check(({ kind = 'twilio', accountSid }) => kind !== 'twilio' || accountSid.startsWith('AC')),
);

/** The carrier accounts of a stage beside the default one, as the functions read them. */
export function carrierAccountsOf({ carrierAccounts = {} }: Pick<StageConfig, 'carrierAccounts'>) {
  const accounts = Object.entries(carrierAccounts).map(([name, account]) => ({ name, ...account }));
  return v.parse(v.array(CarrierAccount), accounts);
}

/** As the functions read it. */
export function destinationsVariable(destinations: StageConfig['destinations']): Record<string, string> {
  return destinations ? { DESTINATIONS: JSON.stringify(destinations) } : {};
}

export interface DomainConfig {
  /** `calls.example.com`: the API below `/api`, and the carrier's callbacks. */
  api: string;
  /** `voice.calls.example.com`: the carrier's WebSocket. API Gateway requires another name than for the API. */
  socket: string;
  /** A certificate of AWS Certificate Manager for both names, in the region of the deployment. */
  certificateArn: string;
  /** The Route 53 zone of both names. Without it, create their records by hand. */
  hostedZone?: { id: string; name: string };
}

const dev = {
  accountConcurrency: 10,
  logRetentionDays: 14,
  keepData: false,
  deletionProtection: false,
  pointInTimeRecovery: true,
  recordings: { retentionDays: 30, restorableDays: 0, removeAtCarrier: true },
  dialing: {
    carrierCallsPerSecond: 1,
    callingHours: '08:00-21:00',
    waitingCallsPerUser: 900,
    attemptsPerDay: 3,
  },
  throttling: { requestsPerSecond: 50, burst: 200 },
  rateLimit: { requestsPerMinute: 600, burst: 100 },
  sms: { perSecondPerUser: 10, waitingPerUser: 10 },
  canary: false,
  alarms: false,
  // Needs no key: the first call speaks. Nova needs no activation in the account.
  languageModels: { openai: false, bedrockRegion: 'us-east-1' },
  studio: 'cloudfront',
} as const satisfies StageConfig;

export const stages = {
  dev,
  /** Without a language model, for the local stack on a template and for load tests. */
  rehearsal: { ...dev, accountConcurrency: 1000, languageModels: { openai: false, rehearsal: true } },
  production: {
    accountConcurrency: 10,
    logRetentionDays: 365,
    keepData: true,
    deletionProtection: true,
    pointInTimeRecovery: true,
    recordings: { retentionDays: 90, restorableDays: 7, removeAtCarrier: true },
    dialing: {
      carrierCallsPerSecond: 1,
      callingHours: '08:00-21:00',
      waitingCallsPerUser: 900,
      attemptsPerDay: 3,
    },
    throttling: { requestsPerSecond: 500, burst: 1000 },
    rateLimit: { requestsPerMinute: 600, burst: 100 },
    sms: { perSecondPerUser: 10, waitingPerUser: 10 },
    canary: true,
    alarms: true,
    languageModels: { openai: true },
    studio: 'cloudfront',
  },
} as const satisfies Record<string, StageConfig>;

export type StageName = keyof typeof stages;

export function isStageName(name: unknown): name is StageName {
  return typeof name === 'string' && Object.hasOwn(stages, name);
}
