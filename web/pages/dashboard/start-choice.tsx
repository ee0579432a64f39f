import { ArrowRight } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { handList } from '../../kit/handed-list.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { LIST_KINDS, type ListKindName, recognizeList } from './recognize-list.ts';

interface StartChoiceProps {
  text: string;
  onTaken: () => void;
}

/** Says what a pasted list has, and opens it in the form of that tool. Another kind can be chosen. */
export default function StartChoice({ text, onTaken }: StartChoiceProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ListKindName | null>(null);
  const read = useDeferredValue(text);
  const recognized = useMemo(() => recognizeList(read), [read]);
  const id = useId();
  const name = chosen ?? recognized;
  const kind = LIST_KINDS.find(([each]) => each === name)?.[1];

  const open = () => {
    if (!kind) return;
    handList({ type: kind.type, text, onTaken });
    void navigate(kind.path);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <label htmlFor={id} className="text-muted-foreground">
          This looks like
        </label>
        <Select
          id={id}
          value={name}
          className="w-auto"
          onChange={({ target: { value } }) =>
            setChosen(LIST_KINDS.find(([each]) => each === value)?.[0] ?? null)
          }
        >
          {LIST_KINDS.map(([each, { label }]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </Select>
        <p role="status" className="text-muted-foreground">
          <span className="sr-only">{kind?.label}. </span>
          Next: {kind?.action}
        </p>
      </div>
      <Button className="w-full sm:w-auto" onClick={open}>
        Continue
        <ArrowRight aria-hidden />
      </Button>
    </div>
  );
}
