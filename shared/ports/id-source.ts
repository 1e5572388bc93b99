/** Makes the ids and tokens of new records. */
export interface IdSource {
  /** A new record id; see `createRecordId`. */
  recordId(): number;
  /** A random UUID, version 4. */
  uuid(): string;
}
