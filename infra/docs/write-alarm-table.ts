import { resolve } from 'node:path';
import { writePart } from '#infra/docs/generated-part.ts';
import { alarmTable } from '#infra/docs/alarm-table.ts';

await writePart(resolve(import.meta.dirname, '../../docs/runbooks/README.md'), 'alarms', alarmTable());
