import { createParameters, updateParameters } from './call-parameter-rules.ts';
import { isE164, readForm, type FormParameters, type Report } from './read-form.ts';
import { RestError } from './rest-error.ts';

/** Numbers that the carrier's own test credentials refuse. */
const refusedTo: Record<string, [code: number, status: number, reason: string]> = {
  '+15005550001': [21_211, 400, 'is not a valid phone number'],
  '+15005550002': [21_214, 400, 'cannot be reached'],
  '+15005550003': [21_215, 400, 'is in a region that this account may not call'],
  '+15005550004': [21_216, 400, 'is blocked for this account'],
};
const refusedFrom: Record<string, number> = { '+15005550000': 21_210, '+15005550001': 21_212 };

/** The parameters of a request to dial, refused as the carrier refuses them. */
export function readCreateParameters(form: URLSearchParams, report: Report): FormParameters {
  const parameters = readForm(form, createParameters, report);
  checkTo(parameters['To']?.[0] ?? '');
  checkFrom(parameters['From']?.[0] ?? '');
  const isAnswerable = parameters['Url'] ?? parameters['Twiml'];
  if (!isAnswerable) throw new RestError(400, 21_205, 'Url parameter is required');
  if (parameters['AsyncAmd']?.[0] === 'true' && !parameters['AsyncAmdStatusCallback']) {
    report(21_262, 'AsyncAmd without AsyncAmdStatusCallback: nobody hears the verdict');
  }
  return parameters;
}

export function readUpdateParameters(form: URLSearchParams, report: Report): FormParameters {
  return readForm(form, updateParameters, report);
}

function checkTo(to: string): void {
  if (to === '') throw new RestError(400, 21_201, "No 'To' number is specified");
  if (!isE164(to))
    throw new RestError(400, 21_211, `The phone number you are attempting to call, ${to}, is not valid.`);
  const refusal = refusedTo[to];
  if (refusal) throw new RestError(refusal[1], refusal[0], `The number ${to} ${refusal[2]}`);
}

function checkFrom(from: string): void {
  if (from === '') throw new RestError(400, 21_213, "'From' phone number is required to make a Call");
  if (!isE164(from)) throw new RestError(400, 21_212, `The source phone number provided, ${from}, is not valid.`);
  const code = refusedFrom[from];
  if (code) throw new RestError(400, code, `The source phone number provided, ${from}, is not yours to use.`);
}
