/**
 * For clients of AWS: only the emulators of a developer's machine are reached over plain HTTP, and there one process runs every
 * function at once. The SDK's own limit of 50 sockets would let them wait for each other; in Lambda an instance does one thing.
 */
export const plainHttp = { requestHandler: { httpAgent: { maxSockets: 1000 } } } as const;
