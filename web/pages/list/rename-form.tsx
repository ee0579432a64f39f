import { useQueryClient } from '@tanstack/react-query';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { ListName, type ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { LISTS_KEY, overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { NameForm } from './name-form.tsx';

export interface RenameFormProps {
  list: ListView;
  onDone: (renamed: ListView) => void;
}

/** Renames a list. */
export default function RenameForm({ list, onDone }: RenameFormProps) {
  const queries = useQueryClient();
  async function rename(name: string) {
    const renamed = await invoke(LIST_CALLS.listRename, { id: list.id, name });
    void overviewChanged(queries);
    await queries.invalidateQueries({ queryKey: LISTS_KEY });
    toast.success('The list has been renamed.');
    onDone(renamed);
  }
  return (
    <NameForm label="Name" schema={ListName} name={list.name} action={() => 'Save name'} save={rename} />
  );
}
