/** `ended` by the service, `completed` with the call, or broken. */
export type SessionEnd =
  | { status: 'ended'; handoffData: string | undefined }
  | { status: 'completed' }
  | { status: 'failed'; code: number; message: string };

export const closedByTheService = (code: number): SessionEnd => ({
  status: 'failed',
  code: 64_105,
  message: `WebSocket closed by the application (${code})`,
});

export const neverConnected = (problem: string): SessionEnd => ({
  status: 'failed',
  code: 64_102,
  message: `unable to connect to WebSocket: ${problem}`,
});
