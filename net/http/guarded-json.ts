import type { HostResolver } from '../dns.ts';
import type { ReachPolicy } from '../guard.ts';
import { createGuardedSender } from './guarded-request.ts';

export interface JsonRequest {
  method: 'GET' | 'POST';
  url: string;
  /** send API keys here, because URLs get logged */
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * The response of a JSON service with lowercase header names. The body of an error (status 400 and above) is
 * its text. Null if there was no response within the time and size limits.
 */
export type JsonAnswer = {
  status: number;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
} | null;

/** Calls JSON services that the operator configured, through the guard. */
export interface JsonCaller {
  /** Never throws; returns null also if the signal aborts. */
  call(request: JsonRequest, signal: AbortSignal): Promise<JsonAnswer>;
  close(): Promise<void>;
}

export interface JsonCallerOptions {
  resolver: HostResolver;
  policy: ReachPolicy;
  limitMs?: number;
  maxBytes?: number;
}

const LIMIT_MS = 60_000;
const MAX_BYTES = 200_000;

export function createJsonCaller(options: JsonCallerOptions): JsonCaller {
  const sender = createGuardedSender({ limitMs: LIMIT_MS, maxBytes: MAX_BYTES, ...options });
  return {
    async call({ method, url, headers, body }, signal) {
      try {
        const response = await sender.send(
          {
            method,
            url,
            headers: {
              accept: 'application/json',
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...headers,
            },
            body: body === undefined ? null : JSON.stringify(body),
          },
          signal,
        );
        // Error bodies may have any format.
        const isError = response.status >= 400;
        return {
          status: response.status,
          body: isError ? response.text : JSON.parse(response.text),
          headers: response.headers,
        };
      } catch {
        return null;
      }
    },
    close: () => sender.close(),
  };
}
