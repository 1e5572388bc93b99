import * as v from 'valibot';
import type { ConversationCalls } from '#shared/calls/call-store.ts';
import { handOverOf, withRequest, type Transfer, type TransferStatus } from '#shared/calls/transfer.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { CallFacts, ToolDefinition, ToolOffer, ToolParameters } from '#shared/tools/tool.ts';

export const TRANSFER_TOOL = 'call_transfer';

export interface CallTransferToolDeps {
  calls: Pick<ConversationCalls, 'get' | 'getConfiguration' | 'changeTransfers'>;
  clock: { now(): number };
}

const Setting = v.object({
  type: v.literal(TRANSFER_TOOL),
  data: v.object({
    phone_number: v.string(),
    description: v.string(),
    warm_transfer_message: v.optional(v.nullable(v.string())),
  }),
});
type TransferSetting = v.InferOutput<typeof Setting>['data'];

const Arguments = v.object({ phone_number: v.optional(v.string()) });

const parameters: ToolParameters = {
  type: 'object',
  properties: {
    phone_number: {
      type: 'string',
      description: 'One of the numbers in the description. May be left out if there is one.',
    },
  },
  additionalProperties: false,
};

const ASKS_FOR_HUMAN =
  /\b(?:human|real person|colleague|agent|operator|someone else|transfer|put me through|manager)\b/iu;

/** Passes the customer on to a human. The model chooses among the numbers of the assistant, and no other is dialled. */
export const callTransferTool: ToolDefinition<CallTransferToolDeps> = {
  name: TRANSFER_TOOL,
  parameters,
  endsCall: true,
  handsOver: true,
  offer: (call) => offerOf(call),
  rehearse: (words) => (ASKS_FOR_HUMAN.test(words) ? {} : undefined),
  async run(args, caller, { calls, clock }) {
    const configuration = await calls.getConfiguration(caller);
    const numbers = settingsOf(configuration?.assistant.tools ?? []).map(({ phone_number: number }) => number);
    const asked = v.safeParse(Arguments, args);
    const wanted = asked.success ? asked.output.phone_number?.replaceAll(/[\s().-]/gu, '') : undefined;
    const to = numbers.find((number) => number === wanted) ?? numbers[0];
    if (to === undefined) throw new Error('the assistant has no number to pass customers on to');
    return handOverOf(await request(to, caller, { calls, clock }));
  },
};

/** Also for callbacks that change the list at the same time. */
const MOST_TRIES = 5;

async function request(
  to: string,
  caller: { userId: number; callId: number },
  { calls, clock }: CallTransferToolDeps,
): Promise<Transfer> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const call = await calls.get(caller);
    const after = withRequest(call?.transfers ?? [], to, clock.now());
    const changed = await calls.changeTransfers(caller, { before: call?.transfers, after }, clock.now());
    const last = changed?.transfers?.at(-1);
    if (last) return last;
  }
  throw new RetryLater('the call has changed', 1);
}

function settingsOf(tools: CallFacts['assistantTools']): TransferSetting[] {
  return tools.flatMap((tool) => (v.is(Setting, tool) ? [v.parse(Setting, tool).data] : []));
}

/** A speech model is bridged otherwise: it does not get the tool. */
function offerOf({ mode, assistantTools }: CallFacts): ToolOffer | undefined {
  const settings = settingsOf(assistantTools);
  if (mode !== 'pipeline' || settings.length === 0) return undefined;
  const choices = settings.map(({ phone_number: number, description }) => `${number}: ${description}`);
  const messages = settings.flatMap(({ phone_number: number, warm_transfer_message: message }) =>
    message ? [`Before you pass the customer on to ${number}: ${message}`] : [],
  );
  return {
    description: `Passes the customer on to a human. ${choices.join('\n')}`,
    instructions: [
      `To pass the customer on to a human, say in a few words that you do, and call the tool ${TRANSFER_TOOL} in the same answer.`,
      ...messages,
    ].join(' '),
  };
}

const outcomes: Record<Exclude<TransferStatus, 'requested' | 'ringing' | 'bridged'>, string> = {
  no_answer: 'The call was not taken.',
  busy: 'The line of the human is busy.',
  declined: 'The human cannot take the call now.',
  failed: 'The customer could not be passed on.',
};

/** For the model, when the customer is back. */
export function toldOf({ status }: Pick<Transfer, 'status'>): string {
  const outcome = status === 'requested' || status === 'ringing' || status === 'bridged' ? 'failed' : status;
  return `${outcomes[outcome]} The customer has waited and is back with you: tell them, and offer what you can do instead.`;
}
