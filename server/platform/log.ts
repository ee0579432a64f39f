import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** The log: one JSON line an event on stderr. Secrets that could slip in by a header or body name are cut out. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          'password',
          'refresh_token',
          'access_token',
          '*.authorization',
          '*.password',
        ],
      },
    },
    destination,
  );
}
