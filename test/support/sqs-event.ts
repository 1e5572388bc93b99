/** An SQS batch as Lambda hands it to a worker; a string body is sent as it is. */
export function sqsEvent(...bodies: unknown[]) {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `message-${index + 1}`,
      receiptHandle: 'receipt',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      attributes: { ApproximateReceiveCount: '1' },
    })),
  };
}

/** Dead letters that are kept, and messages that were put off. */
export function createMemoryDeadLetters() {
  const buried: Array<{ body: string; reason: string }> = [];
  const sentAgain: Array<{ message: unknown; delaySeconds: number }> = [];
  return {
    buried,
    sentAgain,
    async moveToDlq(body: string, reason: string) {
      buried.push({ body, reason });
    },
    async sendAgain(message: unknown, delaySeconds: number) {
      sentAgain.push({ message, delaySeconds });
    },
  };
}
