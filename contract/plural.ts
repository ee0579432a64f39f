const RULES = new Intl.PluralRules('en-US');
const NUMBER = new Intl.NumberFormat('en-US');

/** The form of a noun for a count: pluralForm(1, 'day') -> "day". `many`: an irregular plural. */
export function pluralForm(count: number, one: string, many = `${one}s`): string {
  return RULES.select(count) === 'one' ? one : many;
}

/** plural(1, 'lead') -> "1 lead"; plural(2000, 'lead') -> "2,000 leads". `many`: an irregular plural. */
export function plural(count: number, one: string, many?: string): string {
  return `${NUMBER.format(count)} ${pluralForm(count, one, many)}`;
}

/** "2000 leads": the specification's messages have no thousands separators. */
export function specPlural(count: number, noun: string): string {
  return `${count} ${pluralForm(count, noun)}`;
}
