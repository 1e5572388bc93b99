import { InvalidArgumentError } from '@commander-js/extra-typings';
import { idArgument } from '#infra/admin/arguments.ts';
import type { CallKey } from '#shared/domain/call/call.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';

interface NamedCall {
  userId: number | undefined;
  callId: number;
}

/** `user/id` of a call, or its id alone. */
export function callArgument(text: string): NamedCall {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) throw new InvalidArgumentError('It must be an id, or user/id.');
  return second === undefined
    ? { userId: undefined, callId: idArgument(first) }
    : { userId: idArgument(first), callId: idArgument(second) };
}

/** The call that argument and option `--user` name together. */
export function callKey({ userId, callId }: NamedCall, user: number | undefined): CallKey {
  const owner = userId ?? user;
  if (owner === undefined) throw new OpsRefusal(`whose call is it? Use <user>/${callId} or --user`);
  if (user !== undefined && user !== owner) throw new OpsRefusal(`is it a call of user ${owner} or of user ${user}?`);
  return { userId: owner, callId };
}
