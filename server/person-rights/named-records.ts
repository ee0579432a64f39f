import { toolOfType } from '#tools/index/tools.ts';
import { allTexts, type PersonCheck } from './person-check.ts';
import type { FoundRow } from './search-rows.ts';

/**
 * What a result with several people says about the person: all of it if it is about the person, else the `texts` that name the person, and of a record in it, such as
 * one of the people of a website, also the name, the job title and where it was.
 */
export function withNamedRecords(
  { type, values }: Pick<FoundRow, 'type' | 'values'>,
  texts: Readonly<Record<string, string>>,
  { textsNaming }: PersonCheck,
): Record<string, string> {
  const shared = type === null ? undefined : toolOfType(type)?.task.sharedRow;
  const result = values.row;
  if (!shared || typeof result !== 'object' || result === null) return { ...texts };
  const namesPerson = (value: object) => Object.keys(textsNaming(value)).length > 0;
  // An erasure takes such a row as a whole.
  if (shared.subject.some((field) => namesPerson({ [field]: Reflect.get(result, field) })))
    return allTexts(values);
  const data: Record<string, string> = { ...texts };
  for (const field of shared.records) {
    const records: unknown = Reflect.get(result, field);
    if (!Array.isArray(records)) continue;
    for (const record of records) {
      if (!namesPerson(record)) continue;
      for (const [name, text] of Object.entries(allTexts(record))) {
        const known = data[name]?.split('\n') ?? [];
        if (!known.includes(text)) data[name] = [...known, text].join('\n');
      }
    }
  }
  return data;
}
