import { createTwilioCallAnswers } from '#shared/adapters/twilio/twilio-call-answers.ts';
import type { CallAnswers } from '#shared/ports/call-answers.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

export function callAnswers(): CallAnswers {
  return createTwilioCallAnswers({
    publicUrl: environment.publicUrl(),
    socketUrl: environment.socketUrl(),
    realtimeProjectId: environment.realtimeProjectId(),
    authToken: twilioAuthToken,
  });
}
