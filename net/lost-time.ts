const BEAT_MS = 100;
/** A timer is late by a few ms on any machine. */
const LATE_MS = 20;
/** From so much lost time on, silence says more about this process than about the other side. */
const MUCH_MS = 500;

let beatAt: number | null = null;
let lost = 0;

/**
 * How long this process couldn't run, in ms, because its event loop was busy or the machine gave its time to other processes. Only
 * compare two values with each other. Replies that arrive in that time wait unread, while the clock of a timeout goes on.
 */
export function lostMs(): number {
  const now = performance.now();
  if (beatAt === null) {
    beatAt = now;
    setInterval(beat, BEAT_MS).unref();
  }
  return lost + lateBy(now, beatAt);
}

/** Whether so much time was lost since `before` (a value of `lostMs`) that a timeout may be our own fault. */
export function lostMuch(before: number): boolean {
  return lostMs() - before >= MUCH_MS;
}

function beat(): void {
  const now = performance.now();
  lost += lateBy(now, beatAt ?? now);
  beatAt = now;
}

function lateBy(now: number, last: number): number {
  const late = now - last - BEAT_MS;
  return late > LATE_MS ? late : 0;
}
