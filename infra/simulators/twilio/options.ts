import type { RealtimeOptions } from '#openai/realtime-calls.ts';
import { type SimulatorOptions, defaultLimits } from '#twilio/context/simulator-context.ts';

/** Options from the environment of the process. */
export function optionsFromEnvironment(environment: NodeJS.ProcessEnv): SimulatorOptions {
  const dataFile = environment['SIMULATOR_DATA_FILE'];
  return {
    accountSid: required('TWILIO_ACCOUNT_SID'),
    authToken: required('TWILIO_AUTH_TOKEN'),
    port: positive('SIMULATOR_PORT', 0),
    speed: positive('SIMULATOR_SPEED', 20),
    callsPerSecond: positive('SIMULATOR_CALLS_PER_SECOND', 50),
    seed: positive('SIMULATOR_SEED', 1),
    ...(dataFile ? { dataFile } : {}),
    limits: {
      patienceMs: positive('SIMULATOR_PATIENCE_MS', defaultLimits.patienceMs),
      reactionMs: positive('SIMULATOR_REACTION_MS', defaultLimits.reactionMs),
    },
    realtime: environment['OPENAI_PROJECT_ID'] ? speechModel() : undefined,
    web: environment['TWILIO_APPLICATION_SID'] ? webCalls() : undefined,
  };

  function speechModel(): RealtimeOptions {
    return {
      projectId: required('OPENAI_PROJECT_ID'),
      apiKey: required('OPENAI_API_KEY'),
      webhookSecret: required('OPENAI_WEBHOOK_SECRET'),
      webhookUrl: required('OPENAI_WEBHOOK_URL'),
    };
  }

  function webCalls(): SimulatorOptions['web'] {
    return {
      accountSid: required('TWILIO_ACCOUNT_SID'),
      apiKeySid: required('TWILIO_API_KEY_SID'),
      apiKeySecret: required('TWILIO_API_KEY_SECRET'),
      applicationSid: required('TWILIO_APPLICATION_SID'),
      voiceUrl: required('APPLICATION_VOICE_URL'),
      voiceFallbackUrl: required('APPLICATION_VOICE_FALLBACK_URL'),
      statusCallback: required('APPLICATION_STATUS_CALLBACK'),
      speed: positive('SIMULATOR_WEB_SPEED', 1),
    };
  }

  function required(name: string): string {
    const value = environment[name];
    if (!value) throw new Error(`carrier simulator: ${name} is not set`);
    return value;
  }

  function positive(name: string, fallback: number): number {
    const value = Number(environment[name] ?? fallback);
    if (!(value >= 0)) throw new Error(`carrier simulator: ${name} is not a number`);
    return value;
  }
}
