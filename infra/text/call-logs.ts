import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Sdk from '@aws-sdk/client-cloudwatch-logs';
import * as v from 'valibot';
import { OperatorError } from '#shared/platform/errors.ts';

/** Selects the log lines of one call. */
interface LogQuery {
  userId: number;
  callId: number;
  /** The first lines of a conversation have its connection id, and no call id. */
  connectionId: string | null;
  /** Epoch milliseconds. */
  from: number;
  to: number;
}

interface LogLine {
  at: number;
  level: string;
  message: string;
  /** The other fields of the line. */
  fields: Record<string, unknown>;
}

/** The logs of the functions. */
export interface CallLogs {
  find(query: LogQuery): Promise<LogLine[]>;
}

const Line = v.looseObject({
  time: v.pipe(v.string(), v.isoTimestamp()),
  level: v.string(),
  message: v.string(),
});

/** A line of a function; undefined for anything else, such as a metric. */
function parseLogLine(text: string): LogLine | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), text);
  if (!parsed.success) return undefined;
  const { time, level, message, ...fields } = parsed.output;
  return { at: Date.parse(time), level, message, fields };
}

function isAbout({ fields }: LogLine, { userId, callId, connectionId }: LogQuery): boolean {
  if (connectionId !== null && fields['connectionId'] === connectionId) return true;
  return fields['callId'] === callId && (fields['userId'] === undefined || fields['userId'] === userId);
}

/** The log file of the local stack. A stack that logs to the terminal has none. */
export function createFileCallLogs(file: string): CallLogs {
  return {
    async find(query) {
      const found: LogLine[] = [];
      if (!existsSync(file)) return found;
      for await (const text of createInterface({ input: createReadStream(file) })) {
        const line = parseLogLine(text);
        if (line && isAbout(line, query)) found.push(line);
      }
      return found;
    },
  };
}

const POLL_MS = 500;
const MAX_POLLS = 120;
const MAX_LINES = 10_000;
/** Limit of CloudWatch for one query. */
const MAX_GROUPS = 50;

/** The log groups of a deployment, searched with CloudWatch Logs Insights. The first search loads the client. */
export function createInsightsCallLogs(groupPrefix: string, pause = () => sleep(POLL_MS)): CallLogs {
  return {
    async find(query) {
      const sdk = await import('@aws-sdk/client-cloudwatch-logs');
      const client = new sdk.CloudWatchLogsClient({});
      const groups = await findGroups(sdk, client, groupPrefix);
      if (groups.length === 0) throw new OperatorError(`there is no log group that begins with ${groupPrefix}`);
      const queries = chunks(groups, MAX_GROUPS).map((some) => search(sdk, client, some, query, pause));
      const lines = (await Promise.all(queries)).flat().flatMap((text) => parseLogLine(text) ?? []);
      return lines.filter((line) => isAbout(line, query));
    },
  };
}

async function findGroups(
  sdk: typeof Sdk,
  client: Sdk.CloudWatchLogsClient,
  logGroupNamePrefix: string,
): Promise<string[]> {
  const names: string[] = [];
  for await (const page of sdk.paginateDescribeLogGroups({ client }, { logGroupNamePrefix })) {
    names.push(...(page.logGroups ?? []).flatMap((group) => group.logGroupName ?? []));
  }
  return names;
}

async function search(
  { StartQueryCommand, GetQueryResultsCommand }: typeof Sdk,
  client: Sdk.CloudWatchLogsClient,
  logGroupNames: string[],
  query: LogQuery,
  pause: () => Promise<unknown>,
): Promise<string[]> {
  const { queryId } = await client.send(
    new StartQueryCommand({
      logGroupNames,
      queryString: queryText(query),
      startTime: Math.floor(query.from / 1000),
      endTime: Math.ceil(query.to / 1000),
      limit: MAX_LINES,
    }),
  );
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') {
      return results.map((row) => row.find(({ field }) => field === '@message')?.value ?? '');
    }
    if (status !== 'Running' && status !== 'Scheduled')
      throw new OperatorError(`the search of the logs ended as ${status}`);
    await pause();
  }
  throw new OperatorError('the search of the logs took too long');
}

/** Connection ids of API Gateway are base64, and contain no quotes. */
function queryText({ callId, connectionId }: LogQuery): string {
  const connection = connectionId === null ? '' : ` or connectionId = ${JSON.stringify(connectionId)}`;
  return `fields @message | filter callId = ${callId}${connection} | sort @timestamp asc | limit ${MAX_LINES}`;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
