/** An answer of the API that is no success. */
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
