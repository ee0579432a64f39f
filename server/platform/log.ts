import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';

export type Log = Logger;

/** How log lines look: JSON for programs, or text for people. */
export const LOG_FORMATS = ['json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface LogOptions {
  /** default: stderr */
  destination?: DestinationStream;
  /** default: JSON */
  format?: LogFormat;
  /** the version of Leadwell in each JSON line; default: none */
  version?: string;
  /** Whether a line with these details isn't written. */
  leavesOut?(details: unknown): boolean;
}

/**
 * Creates a log that writes one line per event. Redacts fields with secrets from headers and bodies. Lines of the level info
 * and above have no personal data: an account is named by `accountLabel`.
 */
export function createLog(level: string, options: LogOptions = {}): Log {
  const { format = 'json', version, leavesOut = () => false } = options;
  const destination = options.destination ?? (format === 'pretty' ? prettyStderr() : pino.destination(2));
  return pino(
    {
      level,
      hooks: {
        logMethod(args, method) {
          if (!leavesOut(args[0])) method.apply(this, args);
        },
      },
      formatters: { level: (label) => ({ level: label }) },
      base: version === undefined ? null : { version },
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

/** Synchronous, so that the last lines of a process that ends are written. */
function prettyStderr(): DestinationStream {
  return PinoPretty({
    destination: 2,
    sync: true,
    colorize: process.stderr.isTTY,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'version',
    singleLine: true,
  });
}
