import type { Alarm } from '#infra/cloud/alarms/alarm.ts';
import { conversationAlarms } from '#infra/cloud/alarms/conversation-alarms.ts';
import { queueAlarms } from '#infra/cloud/alarms/queue-alarms.ts';
import { scheduleAlarm } from '#infra/cloud/alarms/row-alarms.ts';
import { serviceAlarms } from '#infra/cloud/alarms/service-alarms.ts';
import { scheduleRows } from '#shared/manifest/manifest.ts';

/** Every alarm of a deployment that notifies its operators. What needs no operator tonight is on the dashboard. */
export const alarms: readonly Alarm[] = [
  ...serviceAlarms,
  ...conversationAlarms,
  ...queueAlarms,
  ...scheduleRows.map(scheduleAlarm),
];
