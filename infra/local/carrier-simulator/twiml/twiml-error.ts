/** What is wrong with a document, under the code that the carrier's debugger would show. */
export class TwimlError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'TwimlError';
    this.code = code;
  }
}
