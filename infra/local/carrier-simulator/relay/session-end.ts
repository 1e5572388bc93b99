/** `ended` by the service, `completed` with the call, or broken. */
export type SessionEnd =
  | { status: 'ended'; handoffData: string | undefined }
  | { status: 'completed' }
  | { status: 'failed'; code: number; message: string };
