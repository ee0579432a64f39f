import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCopy } from '../lib/use-copy.ts';
import { Button } from '../ui/button.tsx';
import { DialogFooter } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface NewSecretProps {
  label: string;
  /** what it is called in the buttons, such as "key" */
  noun: string;
  value: string;
  onDone: () => void;
}

/** A secret that is shown once, with a button to copy it. */
export function NewSecret({ label, noun, value, onDone }: NewSecretProps) {
  const { copied, copy } = useCopy(value);
  const copyButton = useRef<HTMLButtonElement>(null);
  // The form that had the focus is gone.
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <div className="flex flex-col gap-5">
      <Field label={label}>
        {(control) => (
          <Input
            {...control}
            readOnly
            value={value}
            autoComplete="off"
            spellCheck={false}
            className="font-mono md:text-sm"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <DialogFooter>
        <Button variant="secondary" onClick={onDone}>
          I've saved the {noun}
        </Button>
        <Button ref={copyButton} onClick={() => void copy()}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? 'Copied' : `Copy ${noun}`}
        </Button>
      </DialogFooter>
    </div>
  );
}
