import { dialCampaign } from '#shared/app/dial-campaign.ts';
import type { DialerDeps } from '#shared/app/dialer-deps.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { callingHours } from '#shared/runtime/calling-hours.ts';
import { calls } from '#shared/runtime/calls.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { carrier } from '#shared/runtime/carrier.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { dialer } from '#shared/runtime/dialer.ts';
import { doNotCall } from '#shared/runtime/do-not-call.ts';
import { leads } from '#shared/runtime/leads.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';
import { queue } from '#shared/runtime/queue.ts';
import { timer } from '#shared/runtime/timer.ts';
import { users } from '#shared/runtime/users.ts';
import { wallets } from '#shared/runtime/wallets.ts';

/** Calls the leads of campaigns that are due, as many as there are lines for. */
export const handler = defineWorker({
  id: 'queue/dial-campaign',
  queue: 'dial-campaign',
  deps: (): DialerDeps => ({
    campaigns: campaigns(),
    leads: leads(),
    dialer: dialer(),
    calls: calls(),
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    users: users(),
    wallets: wallets(),
    doNotCall: doNotCall(),
    carrier: carrier(),
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
    callingHours: callingHours(),
  }),
  // Whoever had this message before has died with it.
  handle: async (message, deps, { receiveCount }) => {
    addLogContext({ userId: message.userId, campaignId: message.campaignId });
    await dialCampaign({ ...message, mend: message.mend === true || receiveCount > 1 }, deps);
  },
});
