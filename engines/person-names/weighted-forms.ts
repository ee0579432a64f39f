/** A spelling of a name part in an address, and its probability among the spellings of that part. */
export interface Form {
  text: string;
  weight: number;
}

/** Forms kept for a name part. Others are rarer than typos. */
const MAX_FORMS = 8;

/** Merges equal forms and adds up their weights, most likely first. Drops empty forms. */
export function mergeForms(forms: readonly Form[]): Form[] {
  const merged = new Map<string, number>();
  for (const { text, weight } of forms) {
    if (text && weight > 0) merged.set(text, (merged.get(text) ?? 0) + weight);
  }
  return [...merged]
    .map(([text, weight]) => ({ text, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_FORMS);
}

export function scaleForms(forms: readonly Form[], by: number): Form[] {
  return forms.map(({ text, weight }) => ({ text, weight: weight * by }));
}

/** Returns every combination of the forms of several parts, joined with `separator`. */
export function joinForms(parts: readonly (readonly Form[])[], separator: string): Form[] {
  return parts
    .reduce<Form[]>(
      (heads, tails) =>
        mergeForms(
          heads.flatMap((head) =>
            tails.map((tail) => ({
              text: head.text === '' ? tail.text : `${head.text}${separator}${tail.text}`,
              weight: head.weight * tail.weight,
            })),
          ),
        ),
      [{ text: '', weight: 1 }],
    )
    .filter(({ text }) => text !== '');
}

/** First letters of the forms. */
export function firstLetters(forms: readonly Form[]): Form[] {
  return mergeForms(
    forms.map(({ text, weight }) => ({ text: text.replace(/[^a-z].*$/, '').slice(0, 1), weight })),
  );
}
