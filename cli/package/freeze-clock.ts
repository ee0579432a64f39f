import nodeCrypto from 'node:crypto';

/**
 * Stops the clock of this process at `at` (milliseconds since 1970), and replaces randomness by a fixed sequence. Only for
 * making files that are the same each time: nothing made here may be a secret.
 */
export function freezeClock(at: number): void {
  const RealDate = Date;
  class FrozenDate extends RealDate {
    constructor(...parts: unknown[]) {
      // @ts-expect-error -- the constructor's overloads don't take a list.
      super(...(parts.length > 0 ? parts : [at]));
    }
    static override now(): number {
      return at;
    }
  }
  globalThis.Date = FrozenDate as DateConstructor;
  let ticks = 0;
  performance.now = () => {
    ticks += 0.001;
    return ticks;
  };
  let state = 1;
  const fill = <Values extends ArrayBufferView>(values: Values): Values => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let index = 0; index < bytes.length; index += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      bytes[index] = state >>> 16;
    }
    return values;
  };
  globalThis.crypto.getRandomValues = fill as typeof globalThis.crypto.getRandomValues;
  nodeCrypto.randomFillSync = fill as typeof nodeCrypto.randomFillSync;
}
