import { firstText, oneLine, valueAt } from '../../core/reading.ts';

/** A place of a response of Google Maps. */
type Place = readonly unknown[];

/** The address of a place in parts: borough, street, -, city, postal code, state and country code. */
export function addressParts(place: Place) {
  const part = (index: number) => oneLine(valueAt(place, 183, 1, index));
  const country = part(6);
  return {
    street: part(1),
    city: part(3),
    postal_code: part(4),
    state: part(5),
    country_code: /^[A-Z]{2}$/.test(country) ? country : '',
  };
}

const CLOSED: Readonly<Record<string, string>> = {
  CLOSED: 'Permanently closed',
  CLOSED_TEMPORARILY: 'Temporarily closed',
};

/** Whether the place is open, in the language of the page: "Open ⋅ Closes 6 PM". */
export function openStatus(place: Place): string {
  return firstText(
    CLOSED[oneLine(valueAt(place, 88, 0))],
    valueAt(place, 34, 4, 4),
    valueAt(place, 203, 1, 4, 0),
  );
}

/** "Monday 9 AM–5 PM; Tuesday Closed". Two generations. */
export function openingHours(place: Place): string {
  const days = firstList(valueAt(place, 34, 1), valueAt(place, 203, 0));
  const lines = days.flatMap((day) => {
    const name = oneLine(valueAt(day, 0));
    const times = firstList(valueAt(day, 1), valueAt(day, 3)).map((time) =>
      firstText(time, valueAt(time, 0)),
    );
    return name && times.some(Boolean) ? [`${name} ${times.filter(Boolean).join(', ')}`] : [];
  });
  return lines.join('; ');
}

export function findTimeZone(place: Place): string {
  const zone = oneLine(place[30]);
  return /^[A-Z][\w+-]*(?:\/[\w+-]+)+$|^UTC$/.test(zone) ? zone : '';
}

const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/;

/** "43X5+JG Springfield", or the global code. */
export function findPlusCode(place: Place): string {
  return (
    [valueAt(place, 183, 2, 2, 0), valueAt(place, 183, 2, 1, 0)]
      .map(oneLine)
      .find((code) => PLUS_CODE.test(code)) ?? ''
  );
}

/** The first text anywhere in a value, to tell "not there" from "there in another form". */
export function textIn(value: unknown): string {
  if (Array.isArray(value)) return firstText(...value.slice(0, 20).map(textIn));
  return typeof value === 'string' ? oneLine(value) : '';
}

function firstList(...values: unknown[]): unknown[] {
  return values.find((value): value is unknown[] => Array.isArray(value) && value.length > 0) ?? [];
}
