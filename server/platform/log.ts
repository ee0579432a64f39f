import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Creates a log that writes one JSON line per event to stderr. Redacts fields with secrets from headers and
 * bodies. `leavesOut`: whether a line with these details isn't written.
 */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination(2),
  leavesOut: (details: unknown) => boolean = () => false,
): Log {
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method) {
          if (!leavesOut(args[0])) method.apply(this, args);
        },
      },
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
