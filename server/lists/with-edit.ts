import { CallError } from '#contract/errors.ts';

/** The error with the ID of the edit that was carried out in part, so that it can be undone. */
export function withEdit(error: unknown, edit: string): unknown {
  return withDetails(error, { edit });
}

/** The error of an undo with the number of deleted rows that are back. */
export function withRowsBack(error: unknown, rows: number): unknown {
  return rows === 0 ? error : withDetails(error, { back: rows });
}

function withDetails(error: unknown, added: object): unknown {
  if (!(error instanceof CallError)) return error;
  const { code, message, retryAfterSeconds, cause } = error;
  const details = typeof error.details === 'object' ? error.details : {};
  return new CallError(code, message, {
    details: { ...details, ...added },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause,
  });
}
