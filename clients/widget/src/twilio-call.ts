import { Call, Device } from '@twilio/voice-sdk';
import { followTranscript } from './transcript.ts';
import type { WebCall, WebCallOptions, WebCallPass } from './web-call-types.ts';

/**
 * Makes a call with the voice SDK of Twilio. The carrier recognises and synthesises the speech; the page has microphone, keys and events.
 * @param refusal makes the error of a call that was not answered: this file is a bundle of its own, with no class in common
 */
export async function connectTwilio(
  pass: WebCallPass,
  options: WebCallOptions,
  refusal: (message: string) => Error,
): Promise<WebCall> {
  const { onEvent, signal } = options;
  const device = new Device(pass.access_token, { codecPreferences: [Call.Codec.Opus, Call.Codec.PCMU] });
  const answered = Promise.withResolvers<WebCall>();
  let isHungUp = false;
  let stopFollowing: (() => void) | undefined;
  signal?.addEventListener('abort', () => end('customer'), { once: true });
  device.on('error', ({ message }: { message: string }) => end('error', message));
  try {
    const line = await device.connect();
    // The device that ended with the signal did not have this call.
    if (signal?.aborted) line.disconnect();
    const call: WebCall = {
      callId: pass.call_id,
      transport: 'twilio',
      canType: false,
      say: () => undefined,
      press: (key) => line.sendDigits(key),
      interrupt: () => undefined,
      mute: (isMuted) => line.mute(isMuted),
      hangUp() {
        isHungUp = true;
        line.disconnect();
      },
    };
    line.on('accept', () => {
      onEvent({ type: 'status', status: 'in-progress' });
      stopFollowing = followTranscript(pass.call_id, options);
      answered.resolve(call);
    });
    line.on('disconnect', () => end(isHungUp ? 'customer' : 'assistant'));
    line.on('cancel', () => end('customer'));
    line.on('reject', () => end('error', 'The call was rejected.'));
    line.on('error', ({ message }: { message: string }) => end('error', message));
  } catch (error) {
    end('error', error instanceof Error ? error.message : String(error));
  }
  return answered.promise;

  function end(by: 'customer' | 'assistant' | 'error', message?: string): void {
    stopFollowing?.();
    device.destroy();
    answered.reject(refusal(message ?? 'The call was not answered.'));
    onEvent({ type: 'ended', by, message });
  }
}
