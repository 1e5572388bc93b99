import { SegmentedMessage } from 'sms-segments-calculator';

/** The limit of the API. */
export const LONGEST_SMS = 300;

interface SmsSize {
  characters: number;
  segments: number;
  encoding: 'GSM-7' | 'UCS-2';
  /** The characters outside of GSM-7: they make each segment smaller. */
  costly: string[];
}

/** How a text is billed: 160 or 153 characters a segment in GSM-7, 70 or 67 in UCS-2. */
export function smsSize(text: string): SmsSize {
  const message = new SegmentedMessage(text);
  return {
    characters: text.length,
    segments: text === '' ? 0 : message.segmentsCount,
    encoding: message.encodingName === 'UCS-2' ? 'UCS-2' : 'GSM-7',
    costly: message.encodingName === 'UCS-2' ? [...new Set(message.getNonGsmCharacters())] : [],
  };
}
