export const doNotCallSources = ['api', 'import', 'call', 'sms'] as const;
/** Who put the number on the list: the user, the ops line, the called person in a call, or that person's STOP. */
export type DoNotCallSource = (typeof doNotCallSources)[number];

/** A number that a user must not call. */
export interface DoNotCallEntry {
  userId: number;
  /** E.164. */
  phoneNumber: string;
  source: DoNotCallSource;
  reason: string | null;
  createdAt: number;
}
