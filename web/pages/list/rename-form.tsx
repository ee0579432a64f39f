import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CALLS } from '#contract/calls.ts';
import { ListName, type ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { LISTS_KEY, OVERVIEW_KEY } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** Renames a list. */
export function RenameForm({ list, onDone }: { list: ListView; onDone: (renamed: ListView) => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(list.name);
  const [fault, setFault] = useState<string>();
  const rename = useMutation({
    mutationFn: (next: string) => invoke(CALLS.listRename, { id: list.id, name: next }),
    onSuccess: async (renamed) => {
      queries.removeQueries({ queryKey: OVERVIEW_KEY });
      await queries.invalidateQueries({ queryKey: LISTS_KEY });
      toast.success('The list has been renamed.');
      onDone(renamed);
    },
    onError: (error) => setFault(failureMessage(error)),
  });
  const submit = () => {
    const parsed = ListName.safeParse(name);
    setFault(parsed.error?.issues[0]?.message);
    if (parsed.success && !rename.isPending) rename.mutate(parsed.data);
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Name" error={fault}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={rename.isPending}>
        Save name
      </Button>
    </form>
  );
}
