import { ArrowRight } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { toolFor } from '#tools/index/tools.ts';
import type { ListKind } from '#tools/tool.ts';
import { handList } from '../../kit/handed-list.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { LIST_KINDS, recognizeList } from './recognize-list.ts';

/** Each kind of list with its tool, and what the tool says about it. */
const CHOICES = LIST_KINDS.map((kind) => {
  const tool = toolFor(kind);
  return { kind, tool, ...tool.takes?.[kind] };
});

interface StartChoiceProps {
  text: string;
  onTaken: () => void;
}

/** Says what a pasted list has, and opens it in the form of that tool. Another kind can be chosen. */
export default function StartChoice({ text, onTaken }: StartChoiceProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ListKind | null>(null);
  const read = useDeferredValue(text);
  const recognized = useMemo(() => recognizeList(read), [read]);
  const id = useId();
  const kind = chosen ?? recognized;
  const choice = CHOICES.find((each) => each.kind === kind);

  const open = () => {
    if (!choice) return;
    handList({ type: choice.tool.task.type, text, onTaken });
    void navigate(choice.tool.path);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <label htmlFor={id} className="text-muted-foreground">
          This looks like
        </label>
        <Select
          id={id}
          value={kind}
          className="w-auto"
          onChange={({ target: { value } }) => setChosen(LIST_KINDS.find((each) => each === value) ?? null)}
        >
          {CHOICES.map(({ kind: each, label }) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </Select>
        <p role="status" className="text-muted-foreground">
          <span className="sr-only">{choice?.label}. </span>
          Next: {choice?.action}
        </p>
      </div>
      <Button className="w-full sm:w-auto" onClick={open}>
        Continue
        <ArrowRight aria-hidden />
      </Button>
    </div>
  );
}
