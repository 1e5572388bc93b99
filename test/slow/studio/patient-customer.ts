import type { Studio } from '#test/slow/studio/use-studio.ts';
import { serve } from '#test/support/http-server.ts';
import { waitFor } from '#test/support/local-stack.ts';

/** A customer who says something when the test wants it: the page is read between two turns. */
export async function patientCustomer(studio: Studio, number: string) {
  let say: ((text: string) => void) | undefined;
  const { url, stop } = await serve((request, response) => {
    // Nothing of the question is used, but an answer before its end would break the connection.
    request.resume().on('end', () => {
      say = (text) => response.end(JSON.stringify({ say: text }));
    });
  });
  const body = JSON.stringify({ number, asks: url });
  await studio.running().simulator('/behaviours', { method: 'POST', body });
  return {
    async say(text: string) {
      const answer = await waitFor('the customer to be asked', () => say);
      say = undefined;
      answer(text);
    },
    stop,
  };
}
