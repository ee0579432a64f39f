import { FileUp } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { cn } from '../lib/class-names.ts';
import { useFileDrop } from '../lib/use-file-drop.ts';
import { Button } from '../ui/button.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Label } from '../ui/label.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface ListFieldProps {
  id: string;
  ref: RefObject<HTMLTextAreaElement | null>;
  label: string;
  text: string;
  onText: (text: string) => void;
  placeholder: string;
  /** id of the text that says what was recognized */
  describedBy: string;
  invalid: boolean;
  readOnly: boolean;
  /** whether a file is being read */
  opening: boolean;
  /** whether the list survives a reload */
  saved: boolean;
  /** the files that can be opened or dropped */
  file: { label: string; accept: string; dropHint: string };
  onFile: (file: File) => void;
  /** Ctrl+Enter or ⌘+Enter */
  onSubmit: () => void;
  className?: string;
}

/** The field for a pasted list, which also takes files. */
export function ListField(props: ListFieldProps) {
  const { id, ref, file, onFile } = props;
  const picker = useRef<HTMLInputElement>(null);
  /** the list that was here when the page opened */
  const [kept] = useState(props.text);
  const { over, dropProps } = useFileDrop(onFile);
  const { opening, readOnly, saved } = props;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.onSubmit();
    }
  };

  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <Label htmlFor={id}>{props.label}</Label>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2"
          busy={opening}
          disabled={readOnly}
          onClick={() => picker.current?.click()}
        >
          {!opening && <FileUp aria-hidden />}
          Open file
        </Button>
        <FileInput ref={picker} label={file.label} accept={file.accept} onFile={onFile} />
      </div>
      <div className="relative" {...dropProps}>
        <Textarea
          ref={ref}
          id={id}
          rows={9}
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={props.placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          readOnly={readOnly}
          aria-invalid={props.invalid ? true : undefined}
          aria-describedby={props.describedBy}
          className={cn('max-h-[50vh] min-h-40 leading-6 whitespace-pre [tab-size:4]', props.className)}
        />
        {over && (
          <div className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-accent-soft/95 font-medium text-accent">
            {file.dropHint}
          </div>
        )}
      </div>
      {!saved && (
        <p role="status" className="text-sm text-warning">
          This list is too large for your browser to save. If you reload or leave this page, it is lost.
        </p>
      )}
      {kept.trim() !== '' && kept === props.text && (
        <p className="text-sm text-muted-foreground">
          This is the list from your last visit, which you haven’t started. Clear it to begin with an empty
          one.
        </p>
      )}
    </>
  );
}
