import type { Alarm } from '#infra/cloud/alarms/alarm.ts';
import { conversationAlarms } from '#infra/cloud/alarms/conversation-alarms.ts';
import { rowAlarms } from '#infra/cloud/alarms/row-alarms.ts';
import { serviceAlarms } from '#infra/cloud/alarms/service-alarms.ts';
import { manifest } from '#shared/manifest/manifest.ts';

/** Every alarm of a deployment: those of each function, and those of the service as a whole. */
export const alarms: readonly Alarm[] = [...manifest.flatMap(rowAlarms), ...serviceAlarms, ...conversationAlarms];
