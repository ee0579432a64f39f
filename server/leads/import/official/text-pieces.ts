import { createReadStream } from 'node:fs';
import { firstErrorLine, OperatorError } from '../../../platform/operator-error.ts';
import { decompressed } from '../read-file.ts';

const READ_BYTES = 256 * 1024;

/** A text file in UTF-8, plain or compressed with gzip or zstd, piece by piece. */
export interface TextPieces {
  /** bytes read so far */
  read(): number;
  pieces(): AsyncGenerator<string>;
}

/** Opens a text file. Reading throws OperatorError if it is damaged. */
export function openTextPieces(path: string, compression: 'gzip' | 'zstd' | null): TextPieces {
  let bytes = 0;
  return {
    read: () => bytes,
    async *pieces() {
      const source = createReadStream(path, { highWaterMark: READ_BYTES });
      const decoder = new TextDecoder();
      try {
        for await (const chunk of decompressed(source, compression) as AsyncIterable<Buffer>) {
          bytes = source.bytesRead;
          yield decoder.decode(chunk, { stream: true });
        }
        yield decoder.decode();
      } catch (cause) {
        throw new OperatorError(`The file ${path} is incomplete or damaged: ${firstErrorLine(cause)}`, {
          cause,
        });
      } finally {
        source.destroy();
      }
    },
  };
}
