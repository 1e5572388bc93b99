import type { ManifestRow, QueueRow } from '#shared/manifest/manifest-row.ts';

/**
 * The functions of release 0.1.0, and those that took over one of its routes. They stay in the service stack: a route or a queue that
 * moves is deleted before it is created again. Never add a row, remove one only with its function (decision 0051).
 */
const FIRST_FUNCTIONS: ReadonlySet<string> = new Set([
  ...below('assistants', 'create-assistant', 'delete-assistant', 'list-assistants', 'list-outbound-assistants'),
  ...below('assistants', 'update-assistant', 'enable-inbound-webhook', 'disable-inbound-webhook'),
  ...below('authorizer', 'bearer-token'),
  ...below('calls', 'make-call', 'list-calls', 'get-call', 'delete-call'),
  ...below('campaigns', 'create-campaign', 'list-campaigns', 'delete-campaign', 'update-campaign-status'),
  ...below('carrier', 'openai-call-incoming', 'openai-call-tools'),
  ...below('carrier', 'twilio-answering-machine', 'twilio-bridge-ended', 'twilio-call-answered'),
  ...below('carrier', 'twilio-call-incoming', 'twilio-call-status', 'twilio-conversation-ended'),
  ...below('carrier', 'twilio-incoming-status', 'twilio-message-incoming', 'twilio-message-status'),
  ...below('carrier', 'twilio-recording-status', 'twilio-transcription'),
  ...below('do-not-call', 'add-do-not-call-entry', 'list-do-not-call-entries', 'remove-do-not-call-entry'),
  ...below('docs', 'get-openapi'),
  ...below('leads', 'create-lead', 'list-leads', 'update-lead', 'delete-lead'),
  ...below('lookups', 'list-languages', 'list-models', 'list-phone-numbers', 'list-voices'),
  ...below('queue', 'check-call', 'continue-conversation', 'deliver-webhook', 'dial-campaign', 'empty-campaign'),
  ...below('queue', 'fetch-recording', 'finish-call', 'send-sms', 'steer-realtime'),
  ...below('recordings', 'get-recording'),
  ...below('schedule', 'release-due-work'),
  ...below('sms', 'send-sms'),
  ...below('socket', 'connect', 'disconnect', 'message'),
  ...below('users', 'get-current-user'),
]);

/** Features that share a stack. A feature that is in no line has a stack of its own, and keeps it: what is deployed never moves. */
const SHARED_STACKS = {
  account: ['tokens', 'users', 'webhooks', 'docs'],
  assistants: ['assistants', 'lookups', 'tools', 'voices'],
  calls: ['calls', 'web-calls', 'sms', 'recordings', 'carrier'],
  campaigns: ['campaigns', 'leads', 'do-not-call'],
  workers: ['queue', 'schedule'],
} as const;

/** What the name of the stack ends with that has the function of a row; undefined for the service stack. */
export function featureOf({ id, kind }: Pick<ManifestRow, 'id' | 'kind'>): string | undefined {
  if (kind === 'authorizer' || kind === 'socket' || FIRST_FUNCTIONS.has(id)) return undefined;
  const [feature = ''] = id.split('/');
  const shared = Object.entries(SHARED_STACKS).find(([, features]) => features.some((one) => one === feature));
  return shared?.[0] ?? feature;
}

/** New queues are in the stack with the data, which is deployed before all that send to them. */
export function isQueueWithData(row: QueueRow): boolean {
  return featureOf(row) !== undefined;
}

/** The features that have a stack of their own, for these rows. */
export function featuresOf(rows: readonly ManifestRow[]): string[] {
  return [...new Set(rows.map(featureOf))].filter((feature) => feature !== undefined).toSorted();
}

function below(feature: string, ...names: string[]): string[] {
  return names.map((name) => `${feature}/${name}`);
}
