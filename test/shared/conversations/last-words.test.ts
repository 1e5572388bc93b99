import { expect, it, vi } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';

it('a greeting that ends while the message to a mailbox is on its way does not end the call', async () => {
  const assistant = {
    greetingInterruptible: null,
    initialMessage: 'Hello, this is Mia.',
    voiceMailMessage: 'Please call us back.',
  };
  const live = await holdCall({ assistant });
  await live.voice('on');
  await live.say('You have reached Anna Hill. Please leave a message after the tone.');
  const { beginEnding } = live.conversations;
  let earlier: Promise<unknown> | undefined;
  const spy = vi.spyOn(live.conversations, 'beginEnding').mockImplementationOnce(async (...end) => {
    const isFirst = await beginEnding(...end);
    live.clock.move(300);
    earlier = live.voice('off');
    return isFirst;
  });
  await live.ring();
  await earlier;
  expect(spy).toHaveBeenCalledOnce();
  expect(live.tokens()).toEqual(['Please call us back.']);
  await live.voice('on');
  await live.voice('off');
  expect(live.tokens()).toEqual(['Please call us back.', '<end>']);
});
