import { choiceArgument } from '#infra/admin/arguments.ts';
import { manifest } from '#shared/manifest/manifest.ts';

export const queueNames = manifest.flatMap((row) => (row.kind === 'queue' ? [row.queue] : []));

export const queueArgument = choiceArgument(queueNames);
