import * as v from 'valibot';
import { accountsVariable } from '#infra/cloud/constructs/carrier-account-grants.ts';
import type { Resources } from '#infra/cloud/constructs/resources.ts';
import { MachineDetection } from '#shared/integrations/twilio/machine-detection.ts';

export function dialingVariables(resources: Resources): Record<string, string> {
  const { machineDetection } = resources.dialing;
  return {
    ...accountsVariable(resources),
    ...limitVariables(resources),
    ...(machineDetection && { MACHINE_DETECTION: JSON.stringify(v.parse(MachineDetection, machineDetection)) }),
  };
}

function limitVariables({ dialing, capacity }: Resources): Record<string, string> {
  return {
    CARRIER_CALLS_PER_SECOND: String(dialing.carrierCallsPerSecond),
    WAITING_CALLS_PER_USER: String(dialing.waitingCallsPerUser),
    ATTEMPTS_PER_DAY: String(dialing.attemptsPerDay),
    CONVERSATIONS_AT_ONCE: String(capacity.conversationsAtOnce),
    CONVERSATIONS_PER_USER: String(capacity.conversationsPerUser),
  };
}

/** Pages call by the default account only. */
export function webCallVariables(resources: Resources): Record<string, string> {
  const { webCalls, twilioAccountSid } = resources;
  return {
    ...limitVariables(resources),
    TWILIO_ACCOUNT_SID: twilioAccountSid,
    TWILIO_API_KEY_SID: webCalls.apiKeySid,
    TWILIO_APPLICATION_SID: webCalls.applicationSid,
  };
}

export function smsVariables({ sms: { perSecondPerUser }, capacity }: Resources): Record<string, string> {
  const { smsWaitingPerUser: waitingPerUser, smsWaitingAtOnce: waitingAtOnce } = capacity;
  return {
    ...(perSecondPerUser !== undefined && { SMS_PER_SECOND_PER_USER: String(perSecondPerUser) }),
    ...(waitingPerUser !== undefined && { SMS_WAITING_PER_USER: String(waitingPerUser) }),
    ...(waitingAtOnce !== undefined && { SMS_WAITING_AT_ONCE: String(waitingAtOnce) }),
  };
}

/** Of the workers that deliver webhooks. */
export function webhookVariables({ capacity }: Resources): Record<string, string> {
  return capacity.oneWaitsForReceivers ? { WEBHOOK_ONE_WAITS: 'true' } : {};
}
