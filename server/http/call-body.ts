import type { Context } from 'hono';
import { CallError } from '#contract/errors.ts';
import { ChildLimitError, type ChildRunner } from '../platform/process/child-runner.ts';
import type { AppEnv } from './context.ts';
import { bodyTooLarge, parsedValue, readJsonObject, requireObject } from './json-body.ts';
import { createJsonMeter } from './json-meter.ts';
import { LARGE_BYTES, type LargeBody } from './large-bodies.ts';
import { type JsonParsing, MAX_JSON_DEPTH, parseJsonBytes, TOO_DEEP } from './parse-json.ts';

/** Bodies declared smaller are parsed directly: they can't hold enough values to matter. */
const SMALL_BYTES = 64 * 1024;
/** A list of 10,000 URLs and the filters of a search fit many times. */
const MAX_VALUES = 100_000;
/** Received bytes are copied here, since the sender chooses the size of the chunks. */
const BLOCK_BYTES = 256 * 1024;
/** A body must bring this many bytes in every period, 16 kB per second. */
const PERIOD_MS = 20_000;
const MIN_BYTES_PER_PERIOD = 16 * 1024 * (PERIOD_MS / 1000);

/**
 * Reads the JSON object in the body of a call. Stops reading with 413 above `maxBytes` or 100,000 values, with
 * 400 above 32 levels, with 408 if the body arrives too slowly, and with the errors of `large`. Parses bodies
 * above 1 MB in a child process.
 */
export async function readCallBody(
  context: Context<AppEnv>,
  { maxBytes, large, childRunner }: { maxBytes: number; large: LargeBody; childRunner: ChildRunner },
): Promise<Readonly<Record<string, unknown>>> {
  const { raw } = context.req;
  const declared = raw.headers.has('transfer-encoding') ? null : raw.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > maxBytes) throw bodyTooLarge(maxBytes);
    if (Number(declared) <= SMALL_BYTES) return readJsonObject(context);
  }
  if (!raw.body) return {};
  const meter = createJsonMeter({ values: MAX_VALUES, depth: MAX_JSON_DEPTH });
  const { blocks, bytes } = await receive(raw.body, (chunk, received) => {
    if (received > maxBytes) throw bodyTooLarge(maxBytes);
    large.grow(chunk.byteLength);
    const excess = meter.push(chunk);
    if (excess === 'depth') throw new CallError('validation_failed', TOO_DEEP);
    if (excess === 'values')
      throw new CallError(
        'payload_too_large',
        'The request has more than 100,000 values. Split it into smaller requests.',
      );
  });
  const parsing =
    bytes < LARGE_BYTES ? await parseJsonBytes(blocks) : await parseInChild(childRunner, blocks);
  return requireObject(parsedValue(parsing));
}

async function parseInChild(
  childRunner: ChildRunner,
  blocks: readonly Uint8Array<ArrayBuffer>[],
): Promise<JsonParsing> {
  try {
    return await childRunner.run<JsonParsing>({
      module: new URL('./parse-json.ts', import.meta.url).href,
      run: parseJsonBytes.name,
      input: blocks,
    });
  } catch (error) {
    if (!(error instanceof ChildLimitError)) throw error;
    throw new CallError(
      'payload_too_large',
      'The request is too large to read. Split it into smaller ones.',
      {
        cause: error,
      },
    );
  }
}

/** Receives a body. `onChunk` can throw to stop. Throws 408 if the body arrives too slowly. */
async function receive(
  body: ReadableStream<Uint8Array>,
  onChunk: (chunk: Uint8Array, received: number) => void,
): Promise<{ blocks: Uint8Array<ArrayBuffer>[]; bytes: number }> {
  const reader = body.getReader();
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let block = new Uint8Array(0);
  let free = 0;
  let received = 0;
  let receivedBefore = 0;
  let giveUp: (error: unknown) => void = () => {};
  const timer = setInterval(() => {
    if (received - receivedBefore < MIN_BYTES_PER_PERIOD) giveUp(new CallError('request_timeout'));
    receivedBefore = received;
  }, PERIOD_MS);
  try {
    for (;;) {
      const { done, value } = await new Promise<{ done: boolean; value?: Uint8Array | undefined }>(
        (resolve, reject) => {
          giveUp = reject;
          reader.read().then(resolve, reject);
        },
      );
      if (done || !value) break;
      received += value.byteLength;
      onChunk(value, received);
      for (let from = 0; from < value.byteLength; ) {
        if (free === 0) {
          block = new Uint8Array(BLOCK_BYTES);
          blocks.push(block);
          free = BLOCK_BYTES;
        }
        const part = value.subarray(from, from + free);
        block.set(part, BLOCK_BYTES - free);
        free -= part.byteLength;
        from += part.byteLength;
      }
    }
  } finally {
    clearInterval(timer);
  }
  if (free > 0) blocks[blocks.length - 1] = block.subarray(0, BLOCK_BYTES - free);
  return { blocks, bytes: received };
}
