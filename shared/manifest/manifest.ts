import { carrierRows } from '#shared/manifest/carrier-rows.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import type { AuthorizerRow, ManifestRow, ScheduleRow, SocketRow } from '#shared/manifest/manifest-row.ts';
import { queueRows } from '#shared/manifest/queue-rows.ts';

const authorizerRow: AuthorizerRow = {
  kind: 'authorizer',
  id: 'authorizer/bearer-token',
  // A throttled read is repeated for six seconds. A run that Lambda ends before counts no failure, and its alarm stays silent.
  timeoutSeconds: 8,
  memoryMb: 512,
  // A revoked token must stop working within 60 s.
  cacheSeconds: 60,
  uses: ['table:get', 'table:update'],
  partitions: ['TOKEN#*', 'USER#*#TOKEN_USE'],
  failure: 'The API is down for all users.',
};

const socket = { kind: 'socket', memoryMb: 1024 } as const;

const socketRows: readonly SocketRow[] = [
  {
    ...socket,
    id: 'socket/connect',
    routeKey: '$connect',
    timeoutSeconds: 5,
    uses: ['socket-url', 'secret:twilio-auth-token'],
    failure: 'Answered calls stay silent and end.',
  },
  {
    ...socket,
    id: 'socket/message',
    routeKey: '$default',
    // API Gateway times out at 29 s and sends an error frame, which ends the carrier's session.
    timeoutSeconds: 28,
    uses: [
      'table:get',
      'table:query',
      'table:batch-get',
      'table:put',
      'table:update',
      'table:batch-write',
      'socket:send',
      'language-model:stream',
      'models',
      'secret:openai-api-key',
      'queue:continue-conversation',
      'queue:run-tool',
      'webhook:send',
      'secret:tool-secret-key',
      'secret:webhook-signing-key',
      'secret:call-token-key',
    ],
    canary: true,
    failure: 'The assistant does not answer its customers.',
  },
  {
    ...socket,
    id: 'socket/disconnect',
    routeKey: '$disconnect',
    timeoutSeconds: 5,
    uses: ['table:get', 'queue:check-call'],
    failure: 'Lost connections are detected late.',
  },
];

export const scheduleRows: readonly ScheduleRow[] = [
  {
    kind: 'schedule',
    id: 'schedule/release-due-work',
    everyMinutes: 1,
    workers: 4,
    timeoutSeconds: 55,
    memoryMb: 512,
    uses: [
      'table:get',
      'table:query',
      'table:update',
      'table:batch-write',
      'queue:send-sms',
      'queue:finish-call',
      'queue:check-call',
      'queue:deliver-webhook',
      'queue:deliver-slow-webhook',
      'queue:continue-conversation',
      'queue:steer-realtime',
      'queue:dial-campaign',
      'queue-depths',
      'metrics',
    ],
    failure:
      'Work that was scheduled more than 15 minutes ahead does not run, such as webhook retries and checks of stuck calls.',
  },
  {
    kind: 'schedule',
    id: 'schedule/close-call-segments',
    everyMinutes: 15,
    timeoutSeconds: 300,
    memoryMb: 512,
    uses: ['table:get', 'table:query', 'table:batch-get', 'table:put', 'table:update', 'table:batch-write'],
    failure: 'Call lists get slower and more expensive with every new call. Totals stay exact.',
  },
  {
    kind: 'schedule',
    id: 'schedule/reconcile-campaigns',
    everyMinutes: 1,
    workers: 4,
    timeoutSeconds: 55,
    memoryMb: 512,
    uses: ['table:query', 'dialing', 'metrics', 'queue:dial-campaign', 'queue:dial-calls'],
    failure: 'Interrupted campaign attempts are not reconciled, so leads stay "processing".',
  },
];

export const manifest: readonly ManifestRow[] = [
  authorizerRow,
  ...httpRows,
  ...carrierRows,
  ...queueRows,
  ...socketRows,
  ...scheduleRows,
];
