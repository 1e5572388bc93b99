import type { SpeechBackup } from '#shared/calls/call-items.ts';
import type { CarrierReason } from '#shared/calls/call-reasons.ts';

/** https://www.iana.org/assignments/sip-parameters (SIP response codes) */
const sipPhrases: Record<string, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  410: 'Gone',
  480: 'Temporarily Unavailable',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  500: 'Server Internal Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
  607: 'Unwanted',
  608: 'Rejected',
};

/** `errorCode`: https://www.twilio.com/docs/api/errors */
export function carrierReasonOf(sipCode: string | undefined, errorCode?: string): CarrierReason | undefined {
  if (sipCode !== undefined && sipCode !== '200') {
    const phrase = sipPhrases[sipCode];
    return { code: `sip_${sipCode}`, text: phrase === undefined ? `SIP ${sipCode}.` : `SIP ${sipCode}: ${phrase}.` };
  }
  return errorCode === undefined ? undefined : { code: errorCode, text: `Error ${errorCode}.` };
}

/** Of a session whose speech providers did not take its settings, or cannot be reached: https://www.twilio.com/docs/api/errors */
const speechErrors: Readonly<Record<string, SpeechBackup>> = {
  64101: 'speech',
  64106: 'speech',
  64114: 'transcription',
};

/** What another provider takes over. */
export function speechBackupFor(errorCode: string | undefined): SpeechBackup | undefined {
  return errorCode === undefined ? undefined : speechErrors[errorCode];
}
