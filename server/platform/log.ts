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

/** What lines have of an error besides its type, message and stack. Errors of databases also have statements and values. */
const ERROR_FIELDS = ['code', 'errno', 'syscall', 'severity', 'schema', 'table', 'constraint', 'routine'];

/** An error as lines have it. Anything else is written as it is. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const own: Record<string, unknown> = { ...error };
  return {
    type,
    message,
    stack,
    ...Object.fromEntries(
      ERROR_FIELDS.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
    ),
    ...(error instanceof AggregateError ? { aggregateErrors: error.errors.map(errorFields) } : {}),
  };
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
      serializers: { err: errorFields },
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
