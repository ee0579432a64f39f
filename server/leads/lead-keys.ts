/** Keys of leads (`lw_key`), in the order of an export. */
export type LeadKeys = BigUint64Array<ArrayBuffer>;

export const NO_KEYS: LeadKeys = new BigUint64Array(0);
const LEAST_SLOTS = 64;

/**
 * Reads keys of 8 bytes each, with the lowest byte first, like ClickHouse's RowBinary. Throws if there are other
 * bytes.
 */
export function keysFromBytes(bytes: Uint8Array): LeadKeys {
  // A copy, because the numbers must be aligned in memory.
  return new BigUint64Array(new Uint8Array(bytes).buffer);
}

/** The bytes of the keys, without a copy. */
export function keysToBytes(keys: LeadKeys): Buffer {
  return Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength);
}

export function joinKeys(lists: readonly LeadKeys[]): LeadKeys {
  const joined = new BigUint64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let index = 0;
  for (const list of lists) {
    joined.set(list, index);
    index += list.length;
  }
  return joined;
}

/** A set of hundreds of thousands of keys: 11 to 22 bytes each, where a JavaScript Set takes 50 to 100. */
export interface KeySet {
  addAll(keys: LeadKeys): void;
  /** Which keys of the list are in the set: 1 or 0 for each. */
  marks(keys: LeadKeys): Uint8Array;
  /** The keys of the list that are in the set. */
  common(keys: LeadKeys): LeadKeys;
  /** How many keys of the list are in the set. */
  count(keys: LeadKeys): number;
  /** The keys of the list that aren't in the set, each once, in order. */
  missing(keys: LeadKeys): LeadKeys;
  /** Another set with the same keys. */
  copy(): KeySet;
}

/** Creates a set of keys. */
export function createKeySet(keys: LeadKeys = NO_KEYS): KeySet {
  const set = withSlots(createSlots());
  set.addAll(keys);
  return set;
}

function withSlots(set: Slots): KeySet {
  const addAll = (added: LeadKeys) => {
    set.makeRoom(added.length);
    const halves = keyHalves(added);
    for (let index = 0; index < halves.length; index += 2)
      set.add(halves[index] ?? 0, halves[index + 1] ?? 0);
  };
  const marks = (list: LeadKeys) => {
    const halves = keyHalves(list);
    const marked = new Uint8Array(list.length);
    for (let index = 0; index < list.length; index += 1) {
      if (set.has(halves[index * 2] ?? 0, halves[index * 2 + 1] ?? 0)) marked[index] = 1;
    }
    return marked;
  };
  const count = (list: LeadKeys) => {
    const halves = keyHalves(list);
    let found = 0;
    for (let index = 0; index < halves.length; index += 2)
      if (set.has(halves[index] ?? 0, halves[index + 1] ?? 0)) found += 1;
    return found;
  };
  return {
    addAll,
    marks,
    count,
    copy: () => withSlots(set.copy()),
    common(list) {
      const marked = marks(list);
      const [halves, found] = [keyHalves(list), new BigUint64Array(list.length)];
      const foundHalves = keyHalves(found);
      let count = 0;
      for (let index = 0; index < list.length; index += 1) {
        if (marked[index] === 0) continue;
        foundHalves[count * 2] = halves[index * 2] ?? 0;
        foundHalves[count * 2 + 1] = halves[index * 2 + 1] ?? 0;
        count += 1;
      }
      return found.slice(0, count);
    },
    missing(list) {
      if (count(list) === list.length) return NO_KEYS;
      const halves = keyHalves(list);
      const found = new BigUint64Array(list.length);
      const foundHalves = keyHalves(found);
      const seen = createSlots();
      seen.makeRoom(list.length);
      let size = 0;
      for (let index = 0; index < halves.length; index += 2) {
        const [low = 0, high = 0] = [halves[index], halves[index + 1]];
        if (set.has(low, high) || !seen.add(low, high)) continue;
        foundHalves[size * 2] = low;
        foundHalves[size * 2 + 1] = high;
        size += 1;
      }
      return found.slice(0, size);
    },
  };
}

interface Slots {
  has(low: number, high: number): boolean;
  /** Adds a key, for which there is room. Returns whether it is new. */
  add(low: number, high: number): boolean;
  /** Makes room for more keys. */
  makeRoom(keys: number): void;
  copy(): Slots;
}

/** A hash table with open addressing. A key is two numbers, because reading 64-bit ones from an array is slow. */
function createSlots(slots = new Uint32Array(LEAST_SLOTS * 2), size = 0, hasZero = false): Slots {
  let mask = slots.length / 2 - 1;

  /** The place of a key, or the empty place where it belongs. */
  function findPlace(low: number, high: number): number {
    for (let slot = Math.imul(low, 0x9e3779b1) ^ high; ; slot += 1) {
      const place = (slot & mask) * 2;
      const [foundLow, foundHigh] = [slots[place], slots[place + 1]];
      if ((foundLow === low && foundHigh === high) || (foundLow === 0 && foundHigh === 0)) return place;
    }
  }

  function has(low: number, high: number): boolean {
    if (low === 0 && high === 0) return hasZero;
    const place = findPlace(low, high);
    return slots[place] !== 0 || slots[place + 1] !== 0;
  }

  function add(low: number, high: number): boolean {
    if (low === 0 && high === 0) {
      const isNew = !hasZero;
      hasZero = true;
      return isNew;
    }
    const place = findPlace(low, high);
    if (slots[place] !== 0 || slots[place + 1] !== 0) return false;
    slots[place] = low;
    slots[place + 1] = high;
    size += 1;
    return true;
  }

  function makeRoom(keys: number): void {
    let wanted = mask + 1;
    while ((size + keys) * 4 > wanted * 3) wanted *= 2;
    if (wanted === mask + 1) return;
    const old = slots;
    slots = new Uint32Array(wanted * 2);
    mask = wanted - 1;
    size = 0;
    for (let index = 0; index < old.length; index += 2) {
      const [low = 0, high = 0] = [old[index], old[index + 1]];
      if (low !== 0 || high !== 0) add(low, high);
    }
  }

  const copy = () => createSlots(slots.slice(), size, hasZero);

  return { has, add, makeRoom, copy };
}

function keyHalves(keys: LeadKeys): Uint32Array {
  return new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
}
