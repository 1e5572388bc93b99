import type { Assistant } from '#shared/assistants/assistant.ts';
import { AppError, type ErrorCode } from '#shared/platform/errors.ts';
import type { RateStore } from '#shared/platform/rate-limit.ts';
import { startWebCall, type StartedWebCall, type StartWebCallDeps } from './start-web-call.ts';
import { allowedVariables, type SentVariables } from './visitor-variables.ts';
import { hashVisitor } from './visitor.ts';
import { countWidgetCall } from './widget-limits.ts';

interface StartWidgetCallInput {
  assistant: Assistant;
  variables: SentVariables;
  /** The address of the visitor, as API Gateway has seen it. */
  address: string;
}

export interface StartWidgetCallDeps extends StartWebCallDeps {
  rates: Pick<RateStore, 'take' | 'peek'>;
}

/** Only the user of the widget can change these, and no visitor needs to know them. */
const concernsUser: readonly ErrorCode[] = ['insufficient_balance', 'assistant_not_found', 'validation_failed'];

/** @throws AppError too_many_requests, validation_failed on variables, too_many_conversations, widget_unavailable */
export async function startWidgetCall(input: StartWidgetCallInput, deps: StartWidgetCallDeps): Promise<StartedWebCall> {
  const { assistant, address } = input;
  const { userId, id: assistantId } = assistant;
  const visitor = hashVisitor(userId, address);
  await countWidgetCall(assistant, visitor, deps);
  const variables = allowedVariables(input.variables, assistant);
  try {
    return await startWebCall({ userId, assistantId, variables, visitor }, deps);
  } catch (error) {
    if (!(error instanceof AppError) || !concernsUser.includes(error.code)) throw error;
    deps.logger.warn('a widget takes no calls', { userId, assistantId, reason: error.code });
    throw new AppError('widget_unavailable', { cause: error });
  }
}
