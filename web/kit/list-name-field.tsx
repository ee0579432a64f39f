import { useId } from 'react';
import type { ListSource } from '#contract/lists.ts';
import { useLists } from '../lib/lists.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface ListNameFieldProps {
  /** of the rows that are saved: only lists with the same source can take them */
  source: ListSource;
  /** what is saved: "rows" */
  what: string;
  name: string;
  onName: (name: string) => void;
  error: string | undefined;
  /** the list that the rows are in already */
  except?: string | undefined;
}

/** The name of the list that rows are saved to, new or one that can take them. */
export function ListNameField({ source, what, name, onName, error, except }: ListNameFieldProps) {
  const id = useId();
  const lists = useLists().data?.lists ?? [];
  const names = lists
    .filter((list) => list.id !== except && isSame(list.source, source))
    .map((list) => list.name);
  return (
    <>
      <Field
        label="List"
        error={error}
        hint={
          names.includes(name.trim())
            ? `The ${what} are added to this list. Rows it already has are updated.`
            : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            list={`${id}-names`}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      <datalist id={`${id}-names`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function isSame(source: ListSource, otherSource: ListSource): boolean {
  return JSON.stringify(source) === JSON.stringify(otherSource);
}

/** The name, or with a number if a list has it. */
export function newListName(name: string, lists: readonly { name: string }[]): string {
  const taken = new Set(lists.map((list) => list.name));
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name} (${n})`;
  return free;
}
