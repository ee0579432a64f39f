import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import type { FileProgress } from '#server/platform/operator/operator-command.ts';

/** Shows how much of a file a long command has read. */
export interface ShownProgress {
  step(at: FileProgress): void;
  /** Hides the bar until the next step. */
  pause(): void;
}

/** How often a line is printed if the output isn't a terminal. */
const LINE_MS = 10_000;
const COMPLETE = 100;

/**
 * A bar with percent of the file, rows and rows per second. If `err` isn't a terminal, a line every ten
 * seconds.
 */
export function showFileProgress(
  err: Writable & { isTTY?: boolean },
  now: () => number = () => performance.now(),
): ShownProgress {
  const startedAt = now();
  let bar: SingleBar | null = null;
  let printedAt = startedAt;

  function numbers({ rows }: FileProgress): { rows: string; speed: string } {
    const seconds = Math.max((now() - startedAt) / 1000, 0.001);
    return {
      rows: rows.toLocaleString('en-US'),
      speed: Math.round(rows / seconds).toLocaleString('en-US'),
    };
  }

  return {
    step(at) {
      const percent = at.bytes > 0 ? Math.floor((at.read / at.bytes) * COMPLETE) : COMPLETE;
      const { rows, speed } = numbers(at);
      if (err.isTTY) {
        if (!bar) {
          bar = new SingleBar({
            stream: err,
            format: '{bar} {percentage}% of the file · {rows} rows · {speed} rows/s · {duration_formatted}',
            hideCursor: true,
          });
          bar.start(COMPLETE, percent, { rows, speed });
        }
        bar.update(percent, { rows, speed });
        return;
      }
      if (now() - printedAt < LINE_MS) return;
      printedAt = now();
      err.write(`${percent}% of the file, ${rows} rows, ${speed} rows/s\n`);
    },
    pause() {
      bar?.stop();
      bar = null;
    },
  };
}
