/** One writing of a part of a name in an address, and how likely it is among the writings of that part. */
export interface Form {
  text: string;
  weight: number;
}

/** Writings kept of one part: what comes after these is rarer than a typing mistake. */
const MOST_FORMS = 8;

/** The same writing by several ways counts once with all their weight; likelier ones first; empty ones are dropped. */
export function mergeForms(forms: readonly Form[]): Form[] {
  const merged = new Map<string, number>();
  for (const { text, weight } of forms) {
    if (text && weight > 0) merged.set(text, (merged.get(text) ?? 0) + weight);
  }
  return [...merged]
    .map(([text, weight]) => ({ text, weight }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_FORMS);
}

export function scaleForms(forms: readonly Form[], by: number): Form[] {
  return forms.map(({ text, weight }) => ({ text, weight: weight * by }));
}

/** Every combination of the writings of several parts, with `mark` between them. */
export function joinForms(parts: readonly (readonly Form[])[], mark: string): Form[] {
  return parts
    .reduce<Form[]>(
      (heads, tails) =>
        mergeForms(
          heads.flatMap((head) =>
            tails.map((tail) => ({
              text: head.text === '' ? tail.text : `${head.text}${mark}${tail.text}`,
              weight: head.weight * tail.weight,
            })),
          ),
        ),
      [{ text: '', weight: 1 }],
    )
    .filter(({ text }) => text !== '');
}

/** First letters of the writings. */
export function initialsOf(forms: readonly Form[]): Form[] {
  return mergeForms(
    forms.map(({ text, weight }) => ({ text: text.replace(/[^a-z].*$/, '').slice(0, 1), weight })),
  );
}
