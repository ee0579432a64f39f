import type { PhoneNumber } from 'libphonenumber-js/max';
import type { PhoneLabel } from './phone-label.ts';

/** A phone or fax number in a text. */
export interface TextPhone {
  number: PhoneNumber;
  written: string;
  label: PhoneLabel;
  index: number;
  end: number;
}
