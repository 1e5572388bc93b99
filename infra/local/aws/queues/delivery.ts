/** What happens to a delivery of a batch to its worker. Times are real milliseconds. */
export interface Delivery {
  /** Before the worker gets the batch. */
  lateMs: number;
  /** From the first delivery to the second one, which may overlap. */
  secondAfterMs: number | undefined;
  /** The worker dies at this request to AWS, before or after the request takes effect. */
  death: Death | undefined;
}

export interface Death {
  atRequest: number;
  when: 'before' | 'after';
}

/** Late and second deliveries, and deaths of workers. */
export interface DeliveryFaults {
  ofDelivery(queue: string): Delivery;
  /** Rejects when the invocation dies. */
  whenKilled(invocationId: string, death: Death): Promise<never>;
}
