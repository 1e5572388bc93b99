import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');

interface Task {
  task: string;
  /** Files that a newcomer has to read for the task. */
  limit: number;
  /** The entry points. */
  from: readonly string[];
  /** The folders and files into which imports are followed. */
  through: readonly string[];
  /** Files at which the path ends: they are not counted. */
  ends?: readonly string[];
  /** Files that are counted, and whose imports are not followed. */
  closed?: readonly string[];
  /** Imports of types are followed, too. */
  withTypes?: boolean;
}

/** A container is not followed: the reader looks behind an interface when it is needed. */
const tasks: readonly Task[] = [
  {
    task: 'make a call',
    limit: 25,
    from: [
      'functions/http/calls/make-call.ts',
      'functions/queue/dial-calls.ts',
      'functions/carrier/twilio-call-status.ts',
      'functions/queue/finish-call.ts',
    ],
    through: ['shared/call-life', 'shared/dialling', 'shared/calls'],
    ends: [
      'shared/call-life/call-answerer.ts',
      'shared/call-life/called-tools.ts',
      'shared/call-life/evaluate-call.ts',
      'shared/call-life/measure-latency.ts',
      'shared/call-life/settle-transfers.ts',
      'shared/calls/call-latency.ts',
      'shared/calls/call-items.ts',
      'shared/calls/dial-rate.ts',
      'shared/calls/older-calls.ts',
    ],
  },
  {
    task: 'send an SMS',
    limit: 8,
    from: [
      'functions/http/sms/send-sms.ts',
      'functions/queue/send-sms.ts',
      'functions/carrier/twilio-message-status.ts',
    ],
    through: ['shared/sms'],
    ends: ['shared/sms/sms-api.ts'],
  },
  {
    task: 'list calls',
    limit: 15,
    from: [
      'functions/http/calls/list-calls.ts',
      'shared/calls/listing/dynamodb-call-list.ts',
      'functions/schedule/close-call-segments.ts',
    ],
    through: ['shared/call-life/read-calls.ts', 'shared/calls/listing'],
  },
  {
    task: 'add an assistant setting',
    limit: 2,
    from: ['shared/assistants/speech-settings.ts', 'shared/integrations/twilio/call-instructions.ts'],
    through: [],
  },
  {
    task: 'retry a webhook',
    limit: 10,
    from: [
      'functions/queue/deliver-webhook.ts',
      'functions/queue/deliver-slow-webhook.ts',
      'functions/schedule/release-due-work.ts',
    ],
    through: ['shared/webhooks', 'shared/platform/timer'],
    ends: ['shared/webhooks/call-completed.ts', 'shared/webhooks/sms-changed.ts'],
  },
  {
    task: 'run a tool during a call',
    limit: 25,
    from: [
      'shared/built-in-tools.ts',
      'functions/socket/message.ts',
      'functions/carrier/openai-call-tools.ts',
      'shared/do-not-call/do-not-call-tool.ts',
      'shared/conversations/end-call-tool.ts',
    ],
    through: ['shared/tools', 'shared/do-not-call', 'shared/conversations', 'shared/realtime'],
    ends: [
      'shared/conversations/answerer.ts',
      'shared/conversations/customer-reactions.ts',
      'shared/conversations/interruption.ts',
      'shared/conversations/script.ts',
      'shared/conversations/over-speech.ts',
      'shared/conversations/clean-speech.ts',
      'shared/conversations/playback-events.ts',
      'shared/conversations/open-conversation.ts',
      'shared/conversations/customer-events.ts',
      'shared/conversations/fillers.ts',
      'shared/conversations/speech-sender.ts',
      'shared/conversations/machine-text.ts',
      'shared/conversations/speech-text.ts',
      'shared/conversations/transcript.ts',
      'shared/conversations/voice-session.ts',
      'shared/realtime/realtime-calls.ts',
      'shared/realtime/steered-call.ts',
    ],
    closed: ['shared/built-in-tools.ts'],
  },
  {
    task: 'add a second carrier',
    limit: 24,
    from: ['shared/carrier-container.ts', 'functions/carrier/twilio-call-status.ts'],
    through: [
      'shared/integrations/twilio',
      'shared/integrations',
      'shared/calls/carrier.ts',
      'shared/sms/message-carrier.ts',
      'shared/conversations/voice-session.ts',
      'shared/numbers/carrier-account.ts',
      'shared/recordings/recording.ts',
    ],
    withTypes: true,
  },
  {
    task: 'explain a failed call',
    limit: 14,
    from: [
      'functions/carrier/twilio-call-status.ts',
      'functions/http/calls/get-call.ts',
      'infra/admin/trace/trace-call.ts',
    ],
    through: ['shared/call-life', 'shared/calls'],
    ends: [
      'shared/call-life/measure-latency.ts',
      'shared/calls/call-latency.ts',
      'shared/calls/call-items.ts',
      'shared/calls/tool-call-record.ts',
    ],
  },
];

/** The files that a file imports, for more than types unless `withTypes`. */
function importsOf(file: string, withTypes: boolean): string[] {
  if (!file.endsWith('.ts')) return [];
  const text = readFileSync(resolve(root, file), 'utf8');
  const statements = text.matchAll(/^import (type )?([^;]*?)from '(#[^']+|\.\/[^']+)';/gm);
  return [...statements].flatMap(([, type, names = '', path = '']) => {
    const values = names.replaceAll(/[{}\s]/g, ' ').split(',');
    const isType = type !== undefined || values.every((name) => /^\s*(type |$)/.test(name));
    if (isType && !withTypes) return [];
    return path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path);
  });
}

/** The files to which the entry points lead. */
function pathOf({ from, through, ends = [], closed = [], withTypes = false }: Task): string[] {
  const isInside = (file: string) => through.includes(file) || through.includes(posix.dirname(file));
  const found = new Set(from);
  for (const file of found) {
    if (closed.includes(file)) continue;
    for (const next of importsOf(file, withTypes)) if (isInside(next) && !ends.includes(next)) found.add(next);
  }
  return [...found];
}

describe('a newcomer', () => {
  it.each(tasks)('reads at most $limit files to $task', (task) => {
    const path = pathOf(task);
    expect(path.length, path.join('\n')).toBeLessThanOrEqual(task.limit);
  });

  it.each(tasks)('finds the files at which the path ends to $task', ({ ends = [], withTypes = false, ...task }) => {
    const known = new Set(pathOf({ ...task, ends, withTypes }).flatMap((file) => importsOf(file, withTypes)));
    expect(ends.filter((file) => !known.has(file))).toEqual([]);
  });
});
