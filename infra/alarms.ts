import type { Alarm } from '#infra/operations/alarm.ts';
import { conversationAlarms } from '#infra/operations/conversation-alarms.ts';
import { rowAlarms } from '#infra/operations/row-alarms.ts';
import { serviceAlarms } from '#infra/operations/service-alarms.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/** Every alarm of a deployment: those of each function, and those of the service as a whole. */
export const alarms: readonly Alarm[] = [...manifest.flatMap(rowAlarms), ...serviceAlarms, ...conversationAlarms];
