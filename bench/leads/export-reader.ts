import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** An export to download in a separate process, as a browser would. */
export interface ExportRequest {
  /** URL of the lead export function */
  url: string;
  token: string;
  filters: object;
  /** disconnects after this many bytes */
  stopAfterBytes?: number;
  /** counts the rows, which costs as much as reading them */
  countRows?: boolean;
  /** download speed limit */
  bytesPerSecond?: number;
}

export interface ExportResult {
  status: number;
  bytes: number;
  /** complete rows including the header, if counted */
  rows: number;
  /** ms until the first byte */
  firstMs: number;
  /** ms until the last byte */
  ms: number;
  /** why the file is incomplete */
  failure?: string;
}

const EMPTY: ExportResult = { status: 0, bytes: 0, rows: 0, firstMs: Number.NaN, ms: 0 };

/** Starts a process that downloads exports. */
export function startReader(): { read(request: ExportRequest): Promise<ExportResult>; stop(): void } {
  const reader = fork(new URL(import.meta.url), [], { execArgv: [] });
  return {
    async read(request) {
      reader.send(request);
      const [result] = (await once(reader, 'message')) as [ExportResult];
      if (result.failure) throw new Error(`An export failed: ${result.failure}`);
      return result;
    },
    stop: () => void reader.kill(),
  };
}

if (process.send && process.argv[1] === import.meta.filename) {
  process.on('message', (request: ExportRequest) => {
    void read(request).then(
      (result) => process.send?.(result),
      (error: unknown) => process.send?.({ ...EMPTY, failure: String(error) }),
    );
  });
}

async function read(exportRequest: ExportRequest): Promise<ExportResult> {
  const startedAt = performance.now();
  const req = request(exportRequest.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${exportRequest.token}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
  });
  req.end(JSON.stringify({ action: 'export', filters: exportRequest.filters }));
  const [response] = (await once(req, 'response')) as [import('node:http').IncomingMessage];
  const result = { ...EMPTY, status: response.statusCode ?? 0 };
  for await (const piece of response as AsyncIterable<Buffer>) {
    if (result.bytes === 0) result.firstMs = performance.now() - startedAt;
    result.bytes += piece.length;
    if (exportRequest.countRows) {
      for (let index = piece.indexOf(0x0a); index >= 0; index = piece.indexOf(0x0a, index + 1))
        result.rows += 1;
    }
    if (exportRequest.stopAfterBytes && result.bytes >= exportRequest.stopAfterBytes) break;
    const early = exportRequest.bytesPerSecond
      ? (result.bytes / exportRequest.bytesPerSecond) * 1000 - (performance.now() - startedAt)
      : 0;
    if (early > 0) await wait(early);
  }
  req.destroy();
  result.ms = performance.now() - startedAt;
  return result;
}
