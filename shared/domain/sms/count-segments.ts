import { SegmentedMessage } from 'sms-segments-calculator';

/**
 * The segments that a text is sent and billed in: 160 characters of GSM-7 or 153 each when there are several; 70 and 67
 * as soon as one character is outside GSM-7. Counted by the carrier's own calculator.
 */
export function countSegments(body: string): number {
  return new SegmentedMessage(body).segmentsCount;
}
