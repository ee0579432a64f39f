import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { cn } from '../../lib/class-names.ts';
import { useFileDrop } from '../../lib/use-file-drop.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { WORKBOOK_FILES } from '../open-workbook.ts';

/** Where rows come from: a file, or pasted cells. `onRead`: these cells are what the person wants. */
export function ImportSource({
  text,
  onFile,
  onText,
  onRead,
}: {
  text: string;
  onFile: (file: File) => void;
  onText: (text: string) => void;
  onRead: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { over, dropProps } = useFileDrop(onFile);
  return (
    <div className="grid gap-4" {...dropProps}>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={cn(
          'grid justify-items-center gap-2 rounded-lg border border-dashed border-input px-4 py-8 text-center transition-colors hover:bg-muted',
          over && 'border-accent bg-accent-soft',
        )}
      >
        <FileUp aria-hidden className="size-6 text-muted-foreground" />
        <span className="font-medium">Choose a file, or drop it here</span>
        <span className="text-sm text-muted-foreground">CSV, TSV or XLSX, up to 100,000 rows</span>
      </button>
      <FileInput
        ref={input}
        label="File with rows"
        accept={`.csv,.tsv,.txt,text/csv,${WORKBOOK_FILES}`}
        onFile={onFile}
      />
      <Field label="Or paste cells from a spreadsheet">
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={text}
            spellCheck={false}
            placeholder={'Company\tWebsite\nAcme\tacme.com'}
            onChange={({ target }) => onText(target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button disabled={text.trim() === ''} onClick={onRead}>
          Continue
        </Button>
      </div>
    </div>
  );
}
