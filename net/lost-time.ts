const BEAT_MS = 100;
/** A timer is late by a few ms on any machine. */
const LATE_MS = 20;
/** From so much lost time on, and so much of a wait, silence says more about this process than about the other side. */
const MUCH_MS = 500;
const MUCH_OF_WAIT = 0.25;

let beatAt: number | null = null;
let lost = 0;

/** How long something took, and how much of it this process lost, in ms. */
interface LostTime {
  tookMs: number;
  lostMs: number;
  /** Whether so much was lost that a timeout may be our own fault. */
  isMuch: boolean;
}

/**
 * Starts to measure how long this process can't run, because its event loop is busy or the machine gives its time to other processes.
 * Replies that arrive meanwhile wait unread, while the clock of a timeout goes on. Returns a function that says how much it was.
 */
export function measureLostTime(): () => LostTime {
  const [startedAt, before] = [performance.now(), lostSoFar()];
  return () => {
    const [tookMs, lostMs] = [performance.now() - startedAt, lostSoFar() - before];
    return { tookMs, lostMs, isMuch: lostMs >= MUCH_MS && lostMs >= tookMs * MUCH_OF_WAIT };
  };
}

function lostSoFar(): number {
  const now = performance.now();
  if (beatAt === null) {
    beatAt = now;
    setInterval(beat, BEAT_MS).unref();
  }
  return lost + lateBy(now, beatAt);
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
