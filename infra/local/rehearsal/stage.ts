/** The stack that rehearsals run on. */
export interface Stage {
  baseUrl: string;
  token: string;
  userId: number;
  simulatorUrl: string;
  /** Call seconds in a second. */
  speed: number;
  /** The log file of the functions. */
  logFile: string;
  close(): Promise<void>;
}
