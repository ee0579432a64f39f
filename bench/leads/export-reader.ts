import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** An export to be read as a browser reads it: by a process that is not the server. */
export interface ExportOrder {
  /** of the lead export function */
  url: string;
  token: string;
  filters: object;
  /** goes away after so many bytes */
  stopAfterBytes?: number;
  /** counts the rows, which costs the reader as much as reading them */
  countRows?: boolean;
  /** takes no more than this */
  bytesPerSecond?: number;
}

export interface ExportReceipt {
  status: number;
  bytes: number;
  /** whole rows, the header among them, where they are counted */
  rows: number;
  /** ms until the first byte of the file, and until the last that was read */
  firstMs: number;
  ms: number;
  /** why the file is not whole */
  failure?: string;
}

const NOTHING: ExportReceipt = { status: 0, bytes: 0, rows: 0, firstMs: Number.NaN, ms: 0 };

/** A process that reads exports. */
export function startReader(): { read(order: ExportOrder): Promise<ExportReceipt>; stop(): void } {
  const reader = fork(new URL(import.meta.url), [], { execArgv: [] });
  return {
    async read(order) {
      reader.send(order);
      const [receipt] = (await once(reader, 'message')) as [ExportReceipt];
      if (receipt.failure) throw new Error(`An export broke off: ${receipt.failure}`);
      return receipt;
    },
    stop: () => void reader.kill(),
  };
}

if (process.send && process.argv[1] === import.meta.filename) {
  process.on('message', (order: ExportOrder) => {
    void read(order).then(
      (receipt) => process.send?.(receipt),
      // An answer that breaks off is no receipt.
      (error: unknown) => process.send?.({ ...NOTHING, failure: String(error) }),
    );
  });
}

async function read(order: ExportOrder): Promise<ExportReceipt> {
  const began = performance.now();
  const asked = request(order.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${order.token}`,
      'content-type': 'application/json',
      accept: 'text/csv',
    },
  });
  asked.end(JSON.stringify({ action: 'export', filters: order.filters }));
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage];
  const receipt = { ...NOTHING, status: response.statusCode ?? 0 };
  for await (const piece of response as AsyncIterable<Buffer>) {
    if (receipt.bytes === 0) receipt.firstMs = performance.now() - began;
    receipt.bytes += piece.length;
    if (order.countRows) {
      for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) receipt.rows += 1;
    }
    if (order.stopAfterBytes && receipt.bytes >= order.stopAfterBytes) break;
    const early = order.bytesPerSecond
      ? (receipt.bytes / order.bytesPerSecond) * 1000 - (performance.now() - began)
      : 0;
    if (early > 0) await wait(early);
  }
  asked.destroy();
  receipt.ms = performance.now() - began;
  return receipt;
}
