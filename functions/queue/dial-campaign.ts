import { dialCampaign } from '#shared/campaigns/dial-campaign.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import { carrier } from '#shared/carrier-container.ts';
import {
  assistantReader,
  attemptLimit,
  callingHours,
  calls,
  campaigns,
  destinations,
  dialer,
  dialQueue,
  doNotCallCheck,
  leads,
  models,
  numberLines,
  phoneNumbers,
  queue,
  timer,
  users,
  wallets,
} from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { ids } from '#shared/platform/ids.ts';
import { addLogContext, logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { defineWorker } from '#shared/platform/queue/worker.ts';

export const handler = defineWorker({
  id: 'queue/dial-campaign',
  queue: 'dial-campaign',
  deps: (): DialerDeps => ({
    campaigns: campaigns(),
    leads: leads(),
    dialer: dialer(),
    calls: calls(),
    destinations: destinations(),
    numberLines: numberLines(),
    attemptLimit: attemptLimit(),
    dialQueue: dialQueue(),
    assistants: assistantReader(),
    phoneNumbers: phoneNumbers(),
    users: users(),
    wallets: wallets(),
    doNotCall: doNotCallCheck(),
    carrier,
    queue: queue(),
    timer: timer(),
    clock: clock(),
    ids: ids(),
    logger,
    metrics,
    models: models(),
    callingHours: callingHours(),
  }),
  // An earlier delivery may have ended in a crash: reconcile its attempts.
  handle: async (message, deps, { receiveCount }) => {
    addLogContext({ userId: message.userId, campaignId: message.campaignId });
    await dialCampaign({ ...message, reconcile: message.reconcile === true || receiveCount > 1 }, deps);
  },
});
