/** A refusal that an operator reads on the command line: one line, no code, never shown to the clients of the API. */
export class OpsRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OpsRefusal';
  }
}
