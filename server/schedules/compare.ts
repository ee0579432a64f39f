import { createHash } from 'node:crypto';
import type { ChangeKind } from '#contract/schedules.ts';
import type { SeenItem } from './found-store.ts';

/** An item with its values now. `fails`: it couldn't be looked at, so what was seen before stays. */
export interface LookedAt {
  item: string;
  place: number;
  /** texts in the order of the fields; null: it is not there */
  values: readonly string[] | null;
  fails?: boolean;
}

export interface Difference {
  kind: ChangeKind;
  place: number | null;
  before_place: number | null;
  /** the fields that changed */
  fields: string[];
}

/** 30 bits of a digest: enough to see that a value changed, and too few to guess it. */
const PRINT_CHARS = 5;

/** A short print of a value. Equal values have equal prints. */
export function printOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url').slice(0, PRINT_CHARS);
}

/** Compares items with what the run before saw of them, one after the other. */
export function openComparison(
  fields: readonly string[],
  before: { fields: readonly string[]; seen: ReadonlyMap<string, SeenItem> },
) {
  const earlier = new Map(before.seen);
  const earlierPlace = new Map(before.fields.map((field, index) => [field, index]));

  function changedFields(prints: string, { prints: old }: SeenItem): string[] {
    return fields.filter((field, index) => {
      const at = earlierPlace.get(field);
      return at !== undefined && printAt(prints, index) !== printAt(old, at);
    });
  }

  return {
    /** What is seen of an item, and how it differs; each undefined for nothing. */
    look({ item, place, values, fails = false }: LookedAt): { seen?: SeenItem; difference?: Difference } {
      const old = earlier.get(item);
      if (fails) {
        earlier.delete(item);
        return old ? { seen: { item, place: -1, prints: inOrder(old.prints) } } : {};
      }
      if (values === null) return {};
      earlier.delete(item);
      const prints = values.map(printOf).join('');
      const seen = { item, place, prints };
      if (!old) return { seen, difference: { kind: 'added', place, before_place: null, fields: [] } };
      const changed = changedFields(prints, old);
      const before_place = old.place < 0 ? null : old.place;
      return changed.length === 0
        ? { seen }
        : { seen, difference: { kind: 'changed', place, before_place, fields: changed } };
    },
    /** What the run before saw and this one didn't look at, which stays. */
    rest(): SeenItem[] {
      const rest = [...earlier.values()];
      earlier.clear();
      return rest.map(({ item, prints }) => ({ item, place: -1, prints: inOrder(prints) }));
    },
    /** What the run before saw and no item is now. */
    gone(): Difference[] {
      return [...earlier.values()].map(({ place }) => ({
        kind: 'gone',
        place: null,
        before_place: place < 0 ? null : place,
        fields: [],
      }));
    },
  };

  /** Earlier prints in the order of the fields now. */
  function inOrder(old: string): string {
    return fields
      .map((field) => {
        const at = earlierPlace.get(field);
        return at === undefined ? printOf('') : printAt(old, at);
      })
      .join('');
  }
}

function printAt(prints: string, index: number): string {
  return prints.slice(index * PRINT_CHARS, (index + 1) * PRINT_CHARS);
}
