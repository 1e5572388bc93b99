import type { ApiRequest, ApiResponse } from '#line/api-message.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import { isOneOf } from '#twilio/wire/formats.ts';

/** An error answer of the API. */
export class RestError extends Error {
  readonly httpStatus: number;
  readonly code: number;

  constructor(httpStatus: number, code: number, message: string) {
    super(message);
    this.name = 'RestError';
    this.httpStatus = httpStatus;
    this.code = code;
  }

  toBody(): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${this.code}`,
      status: this.httpStatus,
    };
  }
}

export const notFound = (path: string): RestError =>
  new RestError(404, 20_404, `The requested resource ${path} was not found`);

export interface ParameterRule {
  check: (value: string) => boolean;
  code: number;
  repeats?: true;
}

/** A rule whose error has no code of its own. */
export const general = (check: ParameterRule['check']): ParameterRule => ({ check, code: 20_001 });

export const oneOf = (...allowed: string[]) => general(isOneOf(...allowed));

export const text = general(() => true);

export type FormParameters = Record<string, string[]>;

export type Report = (code: number, message: string) => void;

/** The parameters of a form that have a rule. Unknown ones are reported and ignored. @throws RestError for a bad value */
export function readForm(form: URLSearchParams, rules: Record<string, ParameterRule>, report: Report): FormParameters {
  const parameters: FormParameters = {};
  for (const name of new Set(form.keys())) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const values = form.getAll(name);
    if (!rule) {
      report(20_001, `unknown parameter ${name}`);
      continue;
    }
    if (values.length > 1 && !rule.repeats) report(20_001, `parameter ${name} is repeated`);
    const bad = values.find((value) => !rule.check(value));
    if (bad !== undefined) throw new RestError(400, rule.code, `Invalid ${name} parameter: ${bad}`);
    parameters[name] = values;
  }
  return parameters;
}

export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);

export interface Route {
  methods: Record<string, (request: ApiRequest, first: string, second: string) => ApiResponse>;
  path: RegExp;
}

/** Returns a function that adds a violation of the API to the journal. */
export function reporter({
  clock,
  journal,
}: CarrierContext): (code: number, message: string, callSid?: string) => void {
  return (code, message, callSid) =>
    journal.addViolation({ at: clock.now(), code, message, ...(callSid === undefined ? {} : { callSid }) });
}
