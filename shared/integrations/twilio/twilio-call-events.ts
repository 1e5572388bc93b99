import * as v from 'valibot';
import type { Carrier } from '#shared/calls/carrier.ts';
import {
  expectAnswer,
  expectSuccess,
  readCallbackUrl,
  type TwilioApi,
} from '#shared/integrations/twilio/twilio-api.ts';

/**
 * Twilio's requests about a call, and the request that created it. Names of parameters are in snake case. Only what names a call
 * of ours is read: https://www.twilio.com/docs/voice/api/call-event-resource
 */
const EventList = v.object({
  events: v.array(
    v.object({
      request: v.nullish(
        v.object({
          url: v.nullish(v.string()),
          parameters: v.nullish(v.object({ url: v.nullish(v.string()), status_callback: v.nullish(v.string()) })),
        }),
      ),
    }),
  ),
});

type Event = v.InferOutput<typeof EventList>['events'][number];

/** Finds the owner of a call in the URLs that Twilio has requested for it. They can be read 15 minutes after its end. */
export function createTwilioCallEvents(api: TwilioApi, publicUrl: string): Pick<Carrier, 'findOwner'> {
  return {
    async findOwner(carrierCallId) {
      const answer = expectAnswer(await api('GET', `Calls/${carrierCallId}/Events.json`));
      if (answer.status === 404) return undefined;
      // One page is enough: every request names the call.
      const { events } = v.parse(EventList, expectSuccess(answer));
      const urls = events.flatMap(urlsOf);
      return urls.map((url) => readCallbackUrl(publicUrl, url)).find((key) => key !== undefined);
    },
  };
}

function urlsOf({ request }: Event): string[] {
  const { url, parameters } = request ?? {};
  return [url, parameters?.url, parameters?.status_callback].flatMap((one) => one ?? []);
}
