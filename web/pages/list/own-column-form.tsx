import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { ColumnName } from '#contract/list-columns.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ColumnFields, type NamedColumn } from './column-fields.tsx';
import { guessedColumn } from './guessed-column.ts';

interface OwnColumnFormProps {
  list: ListView;
  onBack: () => void;
  /** the list has the column, at its end */
  onAdded: (list: ListView) => void;
}

/** Adds an empty column that people fill in. Its type and what it has follow its name until they are chosen. */
export function OwnColumnForm({ list, onBack, onAdded }: OwnColumnFormProps) {
  const [chosen, setChosen] = useState<Partial<NamedColumn>>({});
  const [fault, setFault] = useState<string>();
  const column = guessedColumn(list.fields, chosen);
  const add = useMutation({
    mutationFn: (name: string) =>
      invoke(LIST_TABLE_CALLS.listChangeColumns, { id: list.id, add: [{ ...chosen, name }] }),
    onSuccess: onAdded,
  });
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        const checked = ColumnName.safeParse(column.name);
        setFault(checked.error?.issues[0]?.message);
        if (checked.success && !add.isPending) add.mutate(checked.data);
      }}
    >
      <div className="grid flex-1 content-start gap-5 overflow-y-auto px-5 py-4">
        <ColumnFields
          column={column}
          fault={fault}
          autoFocus
          onColumn={(change) => setChosen({ ...chosen, ...change })}
        />
        {add.error && (
          <Alert tone="danger" title="This column wasn’t added">
            {failureMessage(add.error)}
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2.5 border-t border-border px-5 py-3">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" busy={add.isPending}>
          Add column
        </Button>
      </div>
    </form>
  );
}
