import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Creates a log that writes one JSON line per event to stderr. Redacts fields with secrets from headers and
 * bodies.
 */
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
