/** Thrown by the work of a queue message: acknowledge this message, and deliver it again after the delay. */
export class RetryLater extends Error {
  readonly delaySeconds: number;

  constructor(reason: string, delaySeconds: number, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'RetryLater';
    this.delaySeconds = delaySeconds;
  }
}
