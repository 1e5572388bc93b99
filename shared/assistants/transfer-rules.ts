import type { Assistant } from '#shared/assistants/assistant.ts';
import type { UpdateRequest } from '#shared/assistants/settings.ts';
import { isExpensive, ratesTo, refusalOf, type DestinationRules } from '#shared/destinations/destination-rules.ts';
import type { PhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';

interface TransferRulesDeps {
  phoneNumbers: Pick<PhoneNumberStore, 'findByNumber'>;
  destinations: { rules: DestinationRules };
}

/** A speech model has no session with the carrier that could end for a human. A number of the service would call an assistant. */
export async function findTransferProblems(
  { before, request }: { before?: Assistant | undefined; request: UpdateRequest },
  deps: TransferRulesDeps,
): Promise<FieldErrors> {
  const { tools = [], mode } = { ...before, ...request };
  if (request.tools === undefined && request.mode === undefined) return {};
  const problems = await Promise.all(
    tools.map(async (tool, index): Promise<FieldErrors> => {
      if (tool.type !== 'call_transfer') return {};
      if (mode === 'multimodal') return problem(`tools.${index}.type`, sentences.pipelineOnly);
      const sentence = await refusalOfNumber(tool.data.phone_number, deps);
      return sentence === undefined ? {} : problem(`tools.${index}.phone_number`, sentence);
    }),
  );
  return Object.assign({}, ...problems);
}

const problem = (field: string, sentence: string): FieldErrors => ({ [field]: [fillSentence(sentence, field)] });

async function refusalOfNumber(
  number: string,
  { phoneNumbers, destinations: { rules } }: TransferRulesDeps,
): Promise<string | undefined> {
  const refusal = refusalOf(number, 'called', { rules });
  if (refusal !== undefined) return refusal;
  if (isExpensive(ratesTo(number, rules).carrierPerMinute)) return sentences.expensive;
  return (await phoneNumbers.findByNumber(number)) ? sentences.ownNumber : undefined;
}
