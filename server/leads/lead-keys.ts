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

/** A set of hundreds of thousands of keys: 16 to 32 bytes each, where a JavaScript Set takes 50 to 100. */
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
  /** Adds the keys of the list that aren't in the set, and returns them, each once, in order. */
  addMissing(keys: LeadKeys): LeadKeys;
  /** Removes the keys of the list from the set. It takes as long as making a new set. */
  removeAll(keys: LeadKeys): void;
  /** Another set with the same keys. */
  copy(): KeySet;
}

/** Creates a set of keys. */
export function createKeySet(keys: LeadKeys = NO_KEYS): KeySet {
  const set = withSlots(createSlots());
  set.addAll(keys);
  return set;
}

function withSlots(slots: Slots): KeySet {
  let set = slots;
  const marks = (list: LeadKeys) => {
    const halves = keyHalves(list);
    const marked = new Uint8Array(list.length);
    for (let index = 0; index < list.length; index += 1) {
      if (set.has(halves[index * 2] ?? 0, halves[index * 2 + 1] ?? 0)) marked[index] = 1;
    }
    return marked;
  };
  /** The keys at the places where `isKept` is 1. */
  const pick = (list: LeadKeys, isKept: Uint8Array): LeadKeys => {
    const picked = new BigUint64Array(list.length);
    const [halves, pickedHalves] = [keyHalves(list), keyHalves(picked)];
    let size = 0;
    for (let index = 0; index < list.length; index += 1) {
      if (isKept[index] === 0) continue;
      pickedHalves[size * 2] = halves[index * 2] ?? 0;
      pickedHalves[size * 2 + 1] = halves[index * 2 + 1] ?? 0;
      size += 1;
    }
    return picked.slice(0, size);
  };
  return {
    addAll(added) {
      set.makeRoom(added.length);
      const halves = keyHalves(added);
      for (let index = 0; index < halves.length; index += 2)
        set.add(halves[index] ?? 0, halves[index + 1] ?? 0);
    },
    addMissing: (list) => addNew(set, list),
    removeAll(list) {
      const removed = createSlots();
      addNew(removed, list);
      set = set.without(removed);
    },
    marks,
    count(list) {
      let found = 0;
      for (const isFound of marks(list)) found += isFound;
      return found;
    },
    copy: () => withSlots(set.copy()),
    common: (list) => pick(list, marks(list)),
    missing: (list) =>
      addNew(
        createSlots(),
        pick(
          list,
          marks(list).map((isIn) => 1 - isIn),
        ),
      ),
  };
}

/** Adds keys to the slots. Returns those that are new, each once, in order. */
function addNew(slots: Slots, keys: LeadKeys): LeadKeys {
  slots.makeRoom(keys.length);
  const added = new BigUint64Array(keys.length);
  const [halves, addedHalves] = [keyHalves(keys), keyHalves(added)];
  let size = 0;
  for (let index = 0; index < halves.length; index += 2) {
    const [low, high] = [halves[index] ?? 0, halves[index + 1] ?? 0];
    if (!slots.add(low, high)) continue;
    addedHalves[size] = low;
    addedHalves[size + 1] = high;
    size += 2;
  }
  return added.slice(0, size / 2);
}

interface Slots {
  has(low: number, high: number): boolean;
  /** Adds a key, for which there is room. Returns whether it is new. */
  add(low: number, high: number): boolean;
  /** Makes room for more keys. */
  makeRoom(keys: number): void;
  copy(): Slots;
  /** Those of the keys that aren't in the other slots. */
  without(others: Slots): Slots;
}

/**
 * A hash table with open addressing. A key is two numbers, because reading 64-bit ones from an array is slow. At most half of
 * the slots are in use: with three quarters, a search for a key that isn't there passes eight others instead of two.
 */
function createSlots(slots = new Int32Array(LEAST_SLOTS * 2), size = 0, hasZero = false): Slots {
  let mask = slots.length - 1;

  /** The place of a key, or the empty place where it belongs. */
  function findPlace(low: number, high: number): number {
    const table = slots;
    for (let place = ((Math.imul(low, 0x9e3779b1) ^ high) << 1) & mask; ; place = (place + 2) & mask) {
      const foundLow = table[place];
      const foundHigh = table[place + 1];
      if (foundLow === low && foundHigh === high) return place;
      if (foundLow === 0 && foundHigh === 0) return place;
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
    let wanted = slots.length;
    while ((size + keys) * 4 > wanted) wanted *= 2;
    if (wanted === slots.length) return;
    const old = slots;
    slots = new Int32Array(wanted);
    mask = wanted - 1;
    size = 0;
    for (let index = 0; index < old.length; index += 2) {
      const low = old[index] ?? 0;
      const high = old[index + 1] ?? 0;
      if (low !== 0 || high !== 0) add(low, high);
    }
  }

  const copy = () => createSlots(slots.slice(), size, hasZero);

  function without(others: Slots): Slots {
    const left = createSlots(new Int32Array(slots.length), 0, hasZero && !others.has(0, 0));
    for (let index = 0; index < slots.length; index += 2) {
      const low = slots[index] ?? 0;
      const high = slots[index + 1] ?? 0;
      if ((low !== 0 || high !== 0) && !others.has(low, high)) left.add(low, high);
    }
    return left;
  }

  return { has, add, makeRoom, copy, without };
}

function keyHalves(keys: LeadKeys): Int32Array {
  return new Int32Array(keys.buffer, keys.byteOffset, keys.length * 2);
}
