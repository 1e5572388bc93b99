import type { Machine } from '#infra/local/stack/service-source.ts';
import { SQS_ORIGIN } from '#infra/local/template/local-names.ts';
import type { DeployedFunction } from '#infra/local/template/read-functions.ts';

/** What only a machine without AWS and without a carrier tells its functions; everything else is the template's. */
const OF_THE_MACHINE = [
  'AWS_REGION',
  'TWILIO_API_URL',
  'OPENAI_REALTIME_URL',
  'WEBHOOK_ALLOW_LOOPBACK',
  'TIME_SCALE',
  'OPENAI_ENABLED',
  'OPENAI_BASE_URL',
  'OPENAI_REALTIME_URL',
  // Simulated customers never sleep.
  'CALLING_HOURS',
];

const API_ADDRESS = /^(?<scheme>https|wss):\/\/(?<api>\w+)\.execute-api\.[\w-]+\.amazonaws\.com(?<path>\/voice)?/;

/** Puts addresses of this machine where a variable holds one of AWS. */
export function addressesOnMachine(origin: string, gateUrl: string): (value: string) => string {
  return (value) => {
    const [address = '', scheme, api = '', path = ''] = API_ADDRESS.exec(value) ?? [];
    if (address === '') return value.replace(SQS_ORIGIN, gateUrl);
    const rest = value.slice(address.length);
    if (scheme === 'wss') return `${origin.replace('http', 'ws')}${path}${rest}`;
    // Frames are posted through the gate, which wants to know to which API.
    return path === '' ? `${origin}${rest}` : `${gateUrl}/${api}${path}${rest}`;
  };
}

/** The environment of a function: the template's, and what Lambda gives every function by itself. */
export function variablesOnMachine(
  { name, memoryMb, environment }: DeployedFunction,
  { variables }: Machine,
  gateUrl: string,
  onMachine: (value: string) => string,
): Record<string, string> {
  const { NODE_OPTIONS: _, ...given } = environment;
  return {
    ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, onMachine(value)])),
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    // By its key the gate knows who asks.
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: gateUrl,
    ...Object.fromEntries(Object.entries(variables).filter(([key]) => OF_THE_MACHINE.includes(key))),
  };
}
