import { startFaultProxy, REPORT_PATH } from '#infra/local/faults/fault-proxy.ts';
import { readFaultSettings } from '#infra/local/faults/fault-settings.ts';
import { createFaults, type Faults } from '#infra/local/faults/faults.ts';
import { throughProxy } from '#infra/local/faults/through-proxy.ts';

/** The proxy before the emulators, and the faults that it injects, if there are any. */
export interface FaultyServices {
  faults: Faults | undefined;
  /** The address of the report of the faults. */
  report: string | undefined;
  /** The environment of the functions, with the address of the proxy. */
  environment(variables: Record<string, string>): Record<string, string>;
  /** The addresses behind which a template's functions find AWS. */
  endpoints: {
    dynamoDbEndpoint: string;
    sqsEndpoint: string;
    managementOrigin: string;
  };
  stop(): Promise<void>;
}

/** @param setting the variable FAULTS */
export async function startFaults(
  setting: string | undefined,
  origin: string,
  { dynamoDbEndpoint, queues }: { dynamoDbEndpoint: string; queues: { endpoint: string } },
): Promise<FaultyServices> {
  const faults = setting === undefined ? undefined : createFaults(readFaultSettings(setting));
  const emulators = { dynamoDb: dynamoDbEndpoint, sqsAndS3: queues.endpoint, management: origin };
  const proxy = await startFaultProxy(emulators, faults);
  const hasFaults = faults !== undefined;
  return {
    faults,
    report: hasFaults ? proxy.url + REPORT_PATH : undefined,
    environment: (variables) => throughProxy(variables, proxy.url, { hasFaults }),
    endpoints: {
      dynamoDbEndpoint: hasFaults ? proxy.url : dynamoDbEndpoint,
      sqsEndpoint: proxy.url,
      managementOrigin: hasFaults ? proxy.url : origin,
    },
    async stop() {
      faults?.stop();
      await proxy.stop();
    },
  };
}
