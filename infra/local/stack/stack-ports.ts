import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { freePort } from '#infra/local/emulators/free-port.ts';

const port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535));
const StackPorts = v.object({ gateway: port, simulator: port, sink: port });

export type StackPorts = v.InferOutput<typeof StackPorts>;

/**
 * The ports to start on; 0 = any. A stack that was stopped comes back on the ports it had, where they are free: the carrier
 * still calls back and webhooks still go to the addresses they were given.
 */
export async function pickPorts(gatewayPort: number, file: string | undefined): Promise<StackPorts> {
  const last = file === undefined ? undefined : await readPorts(file);
  return {
    gateway: gatewayPort === 0 && last ? await freePort(last.gateway) : gatewayPort,
    simulator: await freePort(last?.simulator),
    sink: last ? await freePort(last.sink) : 0,
  };
}

export async function rememberPorts(file: string, ports: StackPorts): Promise<void> {
  await writeFile(file, `${JSON.stringify(ports)}\n`);
}

async function readPorts(file: string): Promise<StackPorts | undefined> {
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), StackPorts), await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
