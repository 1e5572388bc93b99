import { ACCOUNT_SID, PROJECT_ID } from '#infra/local/address/names.ts';
import type { DataFolder } from '#infra/local/compose/data-folder.ts';
import type { SimulatedAccount } from '#infra/local/compose/simulated-accounts.ts';
import { startSimulatorProcess } from '#infra/local/compose/simulator-process.ts';
import type { StackOptions } from '#infra/local/compose/stack-options.ts';
import { closeWith, type Services } from '#infra/local/compose/start-services.ts';

/**
 * A sentence whose function is killed is found by the timer of the silence: after 6 s, rounded up by 1 s, and delivered up to 2 s
 * late. The words that follow are repeated for up to 6 s. Five seconds more for faults on that way.
 */
const FAULT_PATIENCE_MS = 20_000;

/** A process for each carrier account. Resolves with that of the default one. */
export async function startSimulators(
  options: StackOptions & { onSimulatorCrash: (exitCode: number | null) => void },
  folder: DataFolder,
  services: Services,
  closers: AsyncDisposableStack,
) {
  const common = {
    speed: options.simulatorSpeed,
    realtime: {
      projectId: PROJECT_ID,
      apiKey: services.secrets.openaiApiKey,
      webhookSecret: services.secrets.openaiWebhookSecret,
      webhookUrl: `http://localhost:${services.gateway.port}/carrier/openai/calls/incoming`,
    },
    patienceMs: options.faults === undefined ? undefined : FAULT_PATIENCE_MS,
    reactionMs: options.reactionMs,
    onCrash: options.onSimulatorCrash,
  };
  const { secrets, accounts } = services;
  const web = {
    publicUrl: `http://localhost:${services.gateway.port}`,
    apiKeySecret: secrets.twilioApiKeySecret,
  };
  const start = async (account: Pick<SimulatedAccount, 'port' | 'accountSid'>, authToken = '', name = '') => {
    const dataFile = folder.simulatorFile && folder.simulatorFile + name;
    return closeWith(
      closers,
      await startSimulatorProcess({ ...common, ...account, authToken, dataFile, web: name === '' ? web : undefined }),
    );
  };
  const [simulator] = await Promise.all([
    start({ port: services.simulatorPort, accountSid: ACCOUNT_SID }, secrets.twilioAuthToken),
    ...accounts.map((one) => start(one, secrets.furtherAuthTokens[one.name], `.${one.name}`)),
  ]);
  return simulator;
}
