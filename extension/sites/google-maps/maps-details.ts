import { at, firstText, oneLine } from '../../core/reading.ts';

/** A place of a response of Google Maps. */
type Place = readonly unknown[];

/** The address of a place in parts: borough, street, -, city, postal code, state and country code. */
export function addressParts(place: Place) {
  const part = (index: number) => oneLine(at(place, 183, 1, index));
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
export function statusOf(place: Place): string {
  return firstText(CLOSED[oneLine(at(place, 88, 0))], at(place, 34, 4, 4), at(place, 203, 1, 4, 0));
}

/** "Monday 9 AM–5 PM; Tuesday Closed". Two generations. */
export function hoursOf(place: Place): string {
  const days = firstList(at(place, 34, 1), at(place, 203, 0));
  const lines = days.flatMap((day) => {
    const name = oneLine(at(day, 0));
    const times = firstList(at(day, 1), at(day, 3)).map((time) => firstText(time, at(time, 0)));
    return name && times.some(Boolean) ? [`${name} ${times.filter(Boolean).join(', ')}`] : [];
  });
  return lines.join('; ');
}

export function timeZoneOf(place: Place): string {
  const zone = oneLine(place[30]);
  return /^[A-Z][\w+-]*(?:\/[\w+-]+)+$|^UTC$/.test(zone) ? zone : '';
}

const PLUS_CODE = /^[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/;

/** "43X5+JG Springfield", or the global code. */
export function plusCodeOf(place: Place): string {
  return (
    [at(place, 183, 2, 2, 0), at(place, 183, 2, 1, 0)].map(oneLine).find((code) => PLUS_CODE.test(code)) ?? ''
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
