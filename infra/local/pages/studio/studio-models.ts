import * as v from 'valibot';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { gatewayAnswers, type HttpAnswer, type HttpRequest, jsonAnswer } from '#infra/local/aws/http/http-message.ts';
import type { ModelKey } from '#infra/local/models/model-key.ts';
import type { ModelServers } from '#infra/local/models/model-servers.ts';
import { asUser, type StackAction } from '#infra/local/pages/studio/stack-actions.ts';
import { speakingModelOf } from '#shared/catalog/models.ts';
import { models } from '#shared/container.ts';

export interface ModelSources {
  address: Pick<StackAddress, 'users'>;
  modelServers: ModelServers;
  /** Undefined: the functions cannot use a key that is entered, because they run from a template. */
  modelKey: ModelKey | undefined;
}

const Entered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ key: v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{8,300}$/)) }),
);
const NO_KEY = 'This is not a key: a key has 8 to 300 letters, digits and signs, without spaces.';
const IN_ENVIRONMENT = 'The stack was started with OPENAI_API_KEY, which takes precedence.';

/** Which models speak on a local stack, and the key for OpenAI, which no answer contains. */
export function modelActions({ address, modelServers, modelKey }: ModelSources): ReadonlyMap<string, StackAction> {
  const state = async () => {
    const catalogue = models();
    const all = await catalogue.list();
    const real = all.filter((model) => speakingModelOf(model, catalogue.access) === 'provider');
    const key = modelKey ? await modelKey.source() : null;
    return jsonAnswer(200, {
      servers: modelServers.found(),
      locked: modelServers.locked(),
      key,
      takes_key: modelKey !== undefined && key !== 'environment',
      /** The models that are not replaced by the rehearsal model. */
      real: real.map(({ name }) => name),
    });
  };
  const change = (act: (key: ModelKey, request: HttpRequest) => Promise<string | undefined>): StackAction =>
    asUser(address.users, async (request) => {
      if (!isOfStudio(request)) return gatewayAnswers.forbidden;
      if (!modelKey) return gatewayAnswers.notFound;
      if ((await modelKey.source()) === 'environment') return jsonAnswer(409, { message: IN_ENVIRONMENT });
      const problem = await act(modelKey, request);
      return problem === undefined ? state() : jsonAnswer(422, { message: problem });
    });
  return new Map<string, StackAction>([
    [
      '/local/models',
      asUser(address.users, async (): Promise<HttpAnswer> => {
        await modelServers.look();
        return state();
      }),
    ],
    [
      '/local/models/key',
      change(async (key, { body }) => {
        const entered = v.safeParse(Entered, body.toString());
        return entered.success ? key.enter(entered.output.key) : NO_KEY;
      }),
    ],
    [
      '/local/models/key/remove',
      change(async (key) => {
        await key.remove();
        return undefined;
      }),
    ],
  ]);
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * A page of the studio, or a program, on this machine. The gateway has refused names and pages of other sites; a page of another port of
 * this machine is refused here, as is another machine, over whose network the key would go as plain text.
 */
function isOfStudio({ headers, sourceIp }: HttpRequest): boolean {
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isJson = headers['content-type']?.split(';')[0]?.trim() === 'application/json';
  return isJson && site === 'same-origin' && origin === `http://${host}` && LOOPBACK.test(sourceIp);
}
