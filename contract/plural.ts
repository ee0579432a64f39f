const RULES = new Intl.PluralRules('en-US');

/** The form of a noun for a count: pluralForm(1, 'day') -> "day". `many`: an irregular plural. */
export function pluralForm(count: number, one: string, many = `${one}s`): string {
  return RULES.select(count) === 'one' ? one : many;
}

/** "1 lead", "2000 leads": the specification's messages have no thousands separators. */
export function plural(count: number, noun: string): string {
  return `${count} ${pluralForm(count, noun)}`;
}
