import * as v from 'valibot';
import { StackError } from '#infra/local/address/stack-error.ts';
import { usualServers } from '#infra/local/models/model-servers.ts';

export interface StackOptions {
  /** 0 = any free port. */
  port: number;
  /** The address that the gateway listens on. */
  host: string;
  /** A folder, or `memory` to keep nothing. */
  dataDir: string;
  /** Call seconds per real second. */
  simulatorSpeed: number;
  /** The least silence that simulated customers take for the end of the assistant's words, in real milliseconds. */
  reactionMs?: number | undefined;
  /** Where to say, in JSON, that the stack is ready and how to reach it. */
  readyFile?: string | undefined;
  /** A folder that `cdk synth` has written: the service runs as it would be deployed. Left out: from source. */
  template?: string | undefined;
  /** `seed=1,rate=0.05`, or a JSON file: what AWS does now and then, and the emulators never. Left out: nothing of it. */
  faults?: string | undefined;
  /** The origins at which the stack looks for servers of language models. */
  modelServers: readonly string[];
  /** Sends the log of the functions to standard error instead of to a file. */
  logToTerminal: boolean;
  /** The developer's own environment: model keys, AWS credentials, emulators of their own. */
  developer: Record<string, string | undefined>;
}

const NO_PORT = 'is not a port (0 to 65535)';

const NO_SPEED = 'is not a speed (0.1 to 1000)';

const NO_SERVER = 'is neither none nor a list of addresses such as http://127.0.0.1:11434';

const numeric = (fallback: string) =>
  v.pipe(v.optional(v.string(), fallback), v.trim(), v.nonEmpty(), v.transform(Number));

const Environment = v.object({
  PORT: v.pipe(numeric('3000'), v.integer(NO_PORT), v.minValue(0, NO_PORT), v.maxValue(65_535, NO_PORT)),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.pipe(v.optional(v.string(), '.data'), v.nonEmpty()),
  SIMULATOR_SPEED: v.pipe(numeric('20'), v.minValue(0.1, NO_SPEED), v.maxValue(1000, NO_SPEED)),
  READY_FILE: v.optional(v.string()),
  LOG: v.optional(v.string(), ''),
  TEMPLATE: v.optional(v.string()),
  FAULTS: v.optional(v.string()),
  MODEL_SERVERS: v.pipe(
    v.optional(v.string(), usualServers.join(',')),
    v.transform((text) => (text === 'none' ? [] : text.split(',').map((one) => one.trim()))),
    v.array(v.pipe(v.string(), v.url(NO_SERVER), v.regex(/^https?:\/\/[^/?#@]+$/, NO_SERVER))),
  ),
});

/** Reads the options of `npm start`. */
export function optionsFromEnvironment(developer: Record<string, string | undefined>): StackOptions {
  const result = v.safeParse(Environment, developer);
  if (!result.success) {
    const [issue] = result.issues;
    throw new StackError(`${v.getDotPath(issue)} ${issue.message}: ${String(developer[v.getDotPath(issue) ?? ''])}`);
  }
  const { PORT, HOST, DATA_DIR, SIMULATOR_SPEED, READY_FILE, LOG, TEMPLATE, FAULTS, MODEL_SERVERS } = result.output;
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    simulatorSpeed: SIMULATOR_SPEED,
    readyFile: READY_FILE === '' ? undefined : READY_FILE,
    template: TEMPLATE === '' ? undefined : TEMPLATE,
    faults: FAULTS === '' ? undefined : FAULTS,
    // One that OPENAI_BASE_URL names speaks for the models of OpenAI.
    modelServers: MODEL_SERVERS.filter((origin) => !developer['OPENAI_BASE_URL']?.startsWith(`${origin}/`)),
    logToTerminal: LOG !== '' && LOG !== '0',
    developer,
  };
}
