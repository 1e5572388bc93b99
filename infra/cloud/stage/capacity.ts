import { carrierAccountsOf, type StageConfig } from '#infra/cloud/stage/config.ts';
import type { QueueName } from '#shared/platform/queue/messages.ts';

/** How a stage divides the concurrent executions of its account, so that conversations continue while everything else is at its limit. */
export interface Capacity {
  /** By the id of the function. Also its maximum. */
  reservedConcurrency: Readonly<Record<string, number>>;
  /** Maximum concurrency of each queue's worker. */
  workersAtOnce: Readonly<Record<QueueName, number>>;
  conversationsAtOnce: number;
  conversationsPerUser: number;
  /** Requests of one user that wait for the outcome of their SMS, up to ten seconds each. */
  smsWaitingPerUser: number | undefined;
  /** The same, of all users; undefined where `sms/send-sms` has a reservation, which is its maximum. */
  smsWaitingAtOnce: number | undefined;
  /** Whether one worker at a time waits for receivers of webhooks that may hang. */
  oneWaitsForReceivers: boolean;
  /** The most invocations that share the run of a schedule. */
  scheduleWorkers: number;
  /** Frames and new connections of the carrier, per second. API Gateway answers more with an error frame: their words are lost. */
  socketRequestsPerSecond: number;
}

/** What Lambda keeps for functions without a reservation. https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const KEPT_UNRESERVED = 100;
/** `socket/message` holds the conversations, and is two thirds of what a call takes. */
export const CONVERSATION_SHARE = 0.4;
/** Of a small account, in which conversations share all executions: less than 0.1 % of the frames are refused (`npm run capacity`). */
const SMALL_CONVERSATION_SHARE = 0.32;
const SMS_REQUEST_SHARE = 0.1;
/** EventBridge calls each worker every minute, also where nothing is due. With few calls at once, one of them releases it all. */
const SCHEDULE_SHARE = 0.01;
/** Below it two workers that wait for a receiver would be a part of the account that calls notice. */
const USUAL_SMALLEST = 100;
/** The least that Lambda accepts. https://docs.aws.amazon.com/lambda/latest/api/API_ScalingConfig.html */
const FEWEST_WORKERS = 2;
const MOST_WORKERS = 1000;

/** The capacity that follows from the account's concurrency, with what the stage sets itself. */
export function capacityOf(
  config: Pick<StageConfig, 'accountConcurrency' | 'reservedConcurrency' | 'workersAtOnce' | 'dialing' | 'sms'> &
    Partial<Pick<StageConfig, 'apiRequestsPerSecond' | 'carrierAccounts'>>,
): Capacity {
  const { accountConcurrency, dialing, sms, apiRequestsPerSecond = API_REQUESTS } = config;
  const socketRequests = apiRequestsPerSecond / 2;
  const reservedConcurrency = config.reservedConcurrency ?? reservationsWithin(accountConcurrency);
  const forConversations =
    reservedConcurrency['socket/message'] ?? accountConcurrency * shareWithin(accountConcurrency);
  const forSms = Math.max(1, Math.floor(accountConcurrency * SMS_REQUEST_SHARE));
  const conversationsAtOnce = dialing.conversationsAtOnce ?? conversationsWithin(forConversations, socketRequests);
  return {
    reservedConcurrency,
    workersAtOnce: {
      ...workersWithin(accountConcurrency, carrierAccountsOf(config).length + 1),
      ...config.workersAtOnce,
    },
    conversationsAtOnce,
    conversationsPerUser: dialing.conversationsPerUser ?? shareOfUser(conversationsAtOnce),
    smsWaitingPerUser: sms.waitingPerUser && Math.min(sms.waitingPerUser, forSms),
    smsWaitingAtOnce: reservedConcurrency['sms/send-sms'] === undefined ? forSms : undefined,
    oneWaitsForReceivers: accountConcurrency < USUAL_SMALLEST,
    scheduleWorkers: Math.max(1, Math.floor(accountConcurrency * SCHEDULE_SHARE)),
    socketRequestsPerSecond: socketRequestsFor(conversationsAtOnce, socketRequests),
  };
}

const shareWithin = (accountConcurrency: number): number =>
  accountConcurrency < USUAL_SMALLEST ? SMALL_CONVERSATION_SHARE : CONVERSATION_SHARE;

/** None if Lambda would refuse them: a new account has 10 concurrent executions, and its deployment would roll back. */
function reservationsWithin(accountConcurrency: number): Record<string, number> {
  const reservations = {
    'socket/message': Math.floor(accountConcurrency * CONVERSATION_SHARE),
    // Requests that send an SMS wait up to 10 s for the outcome: they must not use up the account's concurrency.
    'sms/send-sms': Math.floor(accountConcurrency * SMS_REQUEST_SHARE),
  };
  const left = accountConcurrency - reservations['socket/message'] - reservations['sms/send-sms'];
  return left < KEPT_UNRESERVED ? {} : reservations;
}

/** Together 40 %, so that the workers of full queues leave room for the API and the carrier's callbacks. */
function workersWithin(accountConcurrency: number, carrierAccounts: number): Record<QueueName, number> {
  const share = (part: number) =>
    Math.min(MOST_WORKERS, Math.max(FEWEST_WORKERS, Math.floor(accountConcurrency * part)));
  return {
    // One serves an account for 20 s, and one more finds out that all are served.
    'dial-calls': Math.max(share(0.005), carrierAccounts + 1),
    'send-sms': share(0.005),
    'dial-campaign': share(0.02),
    'empty-campaign': share(0.002),
    'check-call': share(0.02),
    'continue-conversation': share(0.05),
    // A tool that outlasts its turn occupies one for up to 30 s. What settles a turn ends at once.
    'run-tool': share(0.015),
    // A session beside a multimodal call takes up to 45 s.
    'steer-realtime': share(0.1),
    // 3 s for each call: the simulation fills 5 % at 10,000 calls at once.
    'finish-call': share(0.08),
    // Ten deliveries share a worker.
    'deliver-webhook': share(0.05),
    // A receiver that hangs occupies a tenth of a worker for 15 s.
    'deliver-slow-webhook': share(0.02),
    'fetch-recording': share(0.03),
  };
}

/** Of `socket/message`: in 120 s six prompts of 2.5 s, and 44 short frames of 0.05 s. */
export const EXECUTIONS_PER_CALL = 0.144;
const FRAMES_PER_CALL_SECOND = 0.26;
/**
 * Of an account and region. Half is for the socket: the HTTP API and the posts to connections share the other half. Regions such as
 * Milan and Cape Town have 2,500 in all until the quota is raised.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const API_REQUESTS = 10_000;
const FEWEST_SOCKET_REQUESTS = 1000;
/** Customers who are called at the same time answer at the same time. */
const SOCKET_HEADROOM = 10;
const LEAST_SOCKET_HEADROOM = 2;

/** The setting of `apiRequestsPerSecond` with which this number of calls is heard. */
export function apiRequestsFor(callsAtOnce: number): number {
  return Math.max(
    API_REQUESTS,
    Math.ceil((2 * callsAtOnce * FRAMES_PER_CALL_SECOND * LEAST_SOCKET_HEADROOM) / 1000) * 1000,
  );
}

/**
 * Calls speak independently of each other, so that executions vary like a Poisson distribution: with a mean of m, there are more
 * than m + 4√m once in 30,000 looks. Solved for m: 400 executions hold 2,275 calls, 3.2 hold 3. Inbound calls come on top, and
 * have the room between the mean and the maximum.
 */
function conversationsWithin(executions: number, socketRequests: number): number {
  const mean = (Math.sqrt(4 + executions) - 2) ** 2;
  const heard = socketRequests / (FRAMES_PER_CALL_SECOND * LEAST_SOCKET_HEADROOM);
  return Math.max(1, Math.floor(Math.min(mean / EXECUTIONS_PER_CALL, heard)));
}

/** A quarter for one user; all of it while that is little. */
function shareOfUser(conversations: number): number {
  return Math.min(conversations, Math.max(50, Math.floor(conversations / 4)));
}

function socketRequestsFor(conversations: number, socketRequests: number): number {
  const wanted = Math.ceil(conversations * FRAMES_PER_CALL_SECOND * SOCKET_HEADROOM);
  return Math.min(socketRequests, Math.max(FEWEST_SOCKET_REQUESTS, wanted));
}
