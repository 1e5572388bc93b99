import type { SeededUser } from '#infra/local/address/stack-address.ts';
import { gatewayAnswers, type HttpAnswer, type HttpRequest } from '#infra/local/aws/http/http-message.ts';

/** The answer to a `POST` of the studio to the stack itself. */
export type StackAction = (request: HttpRequest) => Promise<HttpAnswer>;

/** Only for a demo user: another page of the browser has no token. */
export function asUser(
  users: readonly SeededUser[],
  act: (request: HttpRequest, user: SeededUser) => Promise<HttpAnswer>,
): StackAction {
  return async (request) => {
    const user = users.find(({ token }) => request.headers['authorization'] === `Bearer ${token}`);
    return user ? act(request, user) : gatewayAnswers.unauthorized;
  };
}
