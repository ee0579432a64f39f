import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { TaskView } from '#contract/tasks.ts';
import { taskAddress, taskTitle } from '../../kit/task-labels.ts';
import { useRenameTask } from '../../kit/use-task-changes.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';

interface TaskNameProps {
  task: TaskView;
  renaming: boolean;
  /** the name was saved, or stays as it was */
  onDone: () => void;
}

/** The name of a task, which opens it, or the form that changes the name. */
export function TaskName({ task, renaming, onDone }: TaskNameProps) {
  const address = taskAddress(task);
  const title = taskTitle(task);
  if (renaming) return <RenameForm task={task} onDone={onDone} />;
  if (!address)
    return (
      <span className="block truncate font-medium" title={title}>
        {title}
      </span>
    );
  return (
    <Link
      to={address}
      title={title}
      className="block min-h-6 truncate leading-6 font-medium hover:text-accent hover:underline hover:underline-offset-4"
    >
      {title}
    </Link>
  );
}

function RenameForm({ task, onDone }: Pick<TaskNameProps, 'task' | 'onDone'>) {
  const [name, setName] = useState(task.name);
  const rename = useRenameTask();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next && next !== task.name && !rename.isPending)
      await rename.mutateAsync({ id: task.id, name: next });
    onDone();
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2 py-1.5"
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <Input
        autoFocus
        aria-label="Task name"
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        className="h-8 min-w-32 flex-1"
      />
      <Button type="submit" size="sm" variant="secondary" busy={rename.isPending}>
        Save
      </Button>
    </form>
  );
}
