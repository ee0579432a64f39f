import type { RefObject } from 'react';

interface FileInputProps {
  /** opens the picker with `ref.current.click()` */
  ref: RefObject<HTMLInputElement | null>;
  /** for screen readers and tests */
  label: string;
  accept: string;
  onFile: (file: File) => void;
}

/** A hidden file picker, which a button opens. */
export function FileInput({ ref, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      className="hidden"
      tabIndex={-1}
      aria-label={label}
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) onFile(file);
        // Allows selecting the same file again.
        event.target.value = '';
      }}
    />
  );
}
