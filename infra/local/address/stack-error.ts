/** A wrong start of the stack. Its message is for the terminal, without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError';
}
