import { createCallToken } from '#shared/calls/call-token.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { createDynamoDbWidgetAccounts } from '#shared/calls/widget-accounts.ts';
import {
  assistantReader,
  calls,
  callTokenKey,
  liveCalls,
  isTokenOfCall,
  models,
  table,
  timer,
  wallets,
} from '#shared/container.ts';
import { webIdentity } from '#shared/integrations/twilio/callers.ts';
import { createVoiceToken } from '#shared/integrations/twilio/twilio-accounts.ts';
import { webCallSettings } from '#shared/platform/carrier-settings.ts';
import { clock } from '#shared/platform/clock.ts';
import { environment } from '#shared/platform/environment.ts';
import { ids } from '#shared/platform/ids.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { createDynamoDbRateStore } from '#shared/platform/rate-limit.ts';
import { secrets } from '#shared/platform/secrets.ts';
import { withRetries } from '#shared/platform/table/table.ts';
import type { IssuePass, StartWebCallDeps } from '#shared/web-calls/start-web-call.ts';

/** A page connects within seconds, after its visitor has let it use the microphone. */
const PASS_SECONDS = 60;
function passIssuer(): IssuePass | undefined {
  const {
    TWILIO_API_KEY_SID: apiKeySid,
    TWILIO_APPLICATION_SID: applicationSid,
    WEB_CALL_URL: url,
  } = webCallSettings();
  if (apiKeySid === '' || applicationSid === '') return undefined;
  return async (key) => {
    const [tokenKey, apiKeySecret] = await Promise.all([callTokenKey(), secrets().get('twilio-api-key-secret')]);
    const { TWILIO_ACCOUNT_SID: accountSid } = environment.carrier();
    const identity = webIdentity(key, createCallToken(tokenKey, 'web', key, ''));
    const api = { accountSid, apiKeySid, apiKeySecret, applicationSid };
    const accessToken = createVoiceToken({ ...api, identity, lifetimeSeconds: PASS_SECONDS, now: clock().now() });
    return { accessToken, expiresIn: PASS_SECONDS, transport: url === undefined ? 'twilio' : 'simulator', url };
  };
}
export const startWebCallDeps = (): StartWebCallDeps => ({
  assistants: assistantReader(),
  wallets: wallets(),
  calls: calls(),
  liveCalls: liveCalls(),
  widgetAccounts: createDynamoDbWidgetAccounts(table()),
  timer: timer(),
  clock: clock(),
  ids: ids(),
  logger,
  metrics,
  models: models(),
  issuePass: passIssuer(),
});
export async function isWebToken(token: string, key: CallKey): Promise<boolean> {
  return isTokenOfCall(token, 'web', key, '');
}
export const rates = () => createDynamoDbRateStore(table(), withRetries);
