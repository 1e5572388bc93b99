import type { HttpApi } from '#infra/local/aws/http/http-api.ts';
import type { ModelServers } from '#infra/local/models/model-servers.ts';

/** What depends on the models that can be reached: the list, and a call. */
const NEEDS_MODELS =
  /^(?:GET \/api\/user\/assistants\/models|POST \/api\/user\/(?:make_call|assistants\/\d+\/web-call))$/;

/** Has the servers of this machine asked before requests that need them. */
export function withFreshModels(api: HttpApi, servers: ModelServers): HttpApi {
  return {
    ...api,
    async answer(request) {
      if (NEEDS_MODELS.test(`${request.method} ${request.path}`)) await servers.look();
      return api.answer(request);
    },
  };
}
