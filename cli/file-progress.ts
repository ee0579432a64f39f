import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import type { FileProgress } from '#server/platform/operator-command.ts';

/** How far a long command is with a file, for whoever watches. */
export interface ShownProgress {
  step(at: FileProgress): void;
  /** Takes the bar away; it comes again with the next step. */
  pause(): void;
}

/** Where nobody looks at a terminal a line comes now and then. */
const LINE_MS = 10_000;
const WHOLE = 100;

/**
 * A bar with percent of the file, rows and rows a second; where `err` is no terminal, a line with the same
 * every ten seconds.
 */
export function showFileProgress(
  err: Writable & { isTTY?: boolean },
  now: () => number = () => performance.now(),
): ShownProgress {
  const began = now();
  let bar: SingleBar | null = null;
  let told = began;

  function numbers({ rows }: FileProgress): { rows: string; speed: string } {
    const seconds = Math.max((now() - began) / 1000, 0.001);
    return {
      rows: rows.toLocaleString('en-US'),
      speed: Math.round(rows / seconds).toLocaleString('en-US'),
    };
  }

  return {
    step(at) {
      const percent = at.bytes > 0 ? Math.floor((at.read / at.bytes) * WHOLE) : WHOLE;
      const { rows, speed } = numbers(at);
      if (err.isTTY) {
        if (!bar) {
          bar = new SingleBar({
            stream: err,
            format: '{bar} {percentage}% of the file · {rows} rows · {speed} rows/s · {duration_formatted}',
            hideCursor: true,
          });
          bar.start(WHOLE, percent, { rows, speed });
        }
        bar.update(percent, { rows, speed });
        return;
      }
      if (now() - told < LINE_MS) return;
      told = now();
      err.write(`${percent}% of the file, ${rows} rows, ${speed} rows/s\n`);
    },
    pause() {
      bar?.stop();
      bar = null;
    },
  };
}
