import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RealtimeOptions } from '@ringback/simulators/openai/realtime-calls.ts';
import * as v from 'valibot';
import { API_KEY_SID, APPLICATION_SID } from '#infra/local/address/names.ts';
import type { SeededUser } from '#infra/local/address/stack-address.ts';
import { StackError } from '#infra/local/address/stack-error.ts';
import { createTwilioApi, twilioWebCallUrls } from '#shared/integrations/twilio/twilio-api.ts';
import { createTwilioNumbers } from '#shared/integrations/twilio/twilio-carrier.ts';
import { pointNumber } from '#shared/numbers/manage-numbers.ts';

interface SimulatorProcess {
  url: string;
  stop(): Promise<void>;
}

const ReadyLine = v.pipe(v.string(), v.parseJson(), v.object({ ready: v.literal(true), url: v.string() }));
const START_LIMIT_MS = 30_000;
const STOP_GRACE_MS = 2000;
const PROGRAM = resolve(import.meta.dirname, '../../simulators/twilio/main.ts');

/** Starts the carrier simulator as a child process. It ends when its standard input closes, at the latest with this process. */
export async function startSimulatorProcess(options: {
  port: number;
  speed: number;
  accountSid: string;
  authToken: string;
  realtime: RealtimeOptions;
  /** The application and the API key of web calls; undefined for an account that has none. */
  web: { publicUrl: string; apiKeySecret: string } | undefined;
  dataFile: string | undefined;
  /** The least that customers wait for the assistant, in real time. */
  patienceMs: number | undefined;
  /** The least silence that they take for the end of the assistant's words, in real time. */
  reactionMs: number | undefined;
  /** Called when the simulator ends by itself. */
  onCrash: (exitCode: number | null) => void;
}): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      SIMULATOR_PORT: String(options.port),
      SIMULATOR_SPEED: String(options.speed),
      SIMULATOR_SEED: process.env['SIMULATOR_SEED'],
      TWILIO_ACCOUNT_SID: options.accountSid,
      TWILIO_AUTH_TOKEN: options.authToken,
      OPENAI_PROJECT_ID: options.realtime.projectId,
      OPENAI_API_KEY: options.realtime.apiKey,
      OPENAI_WEBHOOK_SECRET: options.realtime.webhookSecret,
      OPENAI_WEBHOOK_URL: options.realtime.webhookUrl,
      ...(options.web && webVariables(options.web)),
      ...(options.patienceMs === undefined ? {} : { SIMULATOR_PATIENCE_MS: String(options.patienceMs) }),
      ...(options.reactionMs === undefined ? {} : { SIMULATOR_REACTION_MS: String(options.reactionMs) }),
      ...(options.dataFile === undefined ? {} : { SIMULATOR_DATA_FILE: options.dataFile }),
    },
  });
  // The `exit` event reports its end; writing to a closed pipe must not end this process.
  child.stdin.on('error', () => undefined);
  const url = await readUrl(child);
  const onExit = (exitCode: number | null) => options.onCrash(exitCode);
  child.once('exit', onExit);
  return {
    url,
    async stop() {
      child.off('exit', onExit);
      await end(child);
    },
  };
}

/** The application of web calls, as an operator sets it up at the carrier. */
function webVariables({ publicUrl, apiKeySecret }: { publicUrl: string; apiKeySecret: string }) {
  const { voice, fallback, status } = twilioWebCallUrls(publicUrl);
  return {
    TWILIO_API_KEY_SID: API_KEY_SID,
    TWILIO_API_KEY_SECRET: apiKeySecret,
    TWILIO_APPLICATION_SID: APPLICATION_SID,
    APPLICATION_VOICE_URL: voice,
    APPLICATION_VOICE_FALLBACK_URL: fallback,
    APPLICATION_STATUS_CALLBACK: status,
    SIMULATOR_WEB_SPEED: process.env['SIMULATOR_WEB_SPEED'],
  };
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new StackError('the carrier simulator has no output');
  const lines = createInterface({ input: child.stdout });
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new StackError('the carrier simulator did not start in time')), START_LIMIT_MS);
  const onExit = () => reject(new StackError('the carrier simulator ended while it was starting'));
  child.once('exit', onExit);
  child.once('error', reject);
  // The interface stays open to drain the pipe.
  lines.on('line', (line) => {
    const parsed = v.safeParse(ReadyLine, line);
    if (parsed.success) found(parsed.output.url);
  });
  try {
    return await promise;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
    child.off('exit', onExit);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
  await ended;
  clearTimeout(force);
}

/** Sends the calls to the demo users' numbers to this stack, over the carrier's API, as `admin number point` does. */
export async function pointNumbers(
  users: readonly SeededUser[],
  publicUrl: string,
  account: { apiUrl: string; accountSid: string; authToken: string },
): Promise<void> {
  const carrier = createTwilioNumbers(createTwilioApi({ ...account, authToken: async () => account.authToken }));
  const numbers = users.flatMap((user) => user.phone_numbers).filter(({ type_label }) => type_label !== 'Caller ID');
  await Promise.all(
    numbers.map(({ phone_number: phoneNumber }) =>
      pointNumber({ phoneNumber, publicUrl, isDryRun: false }, { carrier }),
    ),
  );
}
