import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { cn } from '../lib/class-names.ts';
import { Input } from '../ui/input.tsx';

const SEARCH_AFTER_MS = 200;

interface SearchFieldProps {
  /** for screen readers */
  label: string;
  placeholder: string;
  /** the text in use, for example from the URL */
  text: string;
  /** called when typing pauses */
  onText: (text: string) => void;
  maxLength?: number;
  /** the id of a hint about the search */
  describedBy?: string;
  className?: string;
}

/** A search field that reports its text when typing pauses. */
export function SearchField({
  label,
  placeholder,
  text,
  onText,
  maxLength,
  describedBy,
  className,
}: SearchFieldProps) {
  const [typed, setTyped] = useTypedText(text, onText);
  const id = useId();
  return (
    <div className={cn('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        id={id}
        type="search"
        value={typed}
        maxLength={maxLength}
        aria-describedby={describedBy}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={placeholder}
        className="h-8 pl-9"
      />
    </div>
  );
}

/** The text as typed. The URL updates when typing pauses, and Back updates the text. */
function useTypedText(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const synced = useRef(text);
  const reported = useRef<string[]>([]);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });

  useEffect(() => {
    // Our own text comes back late, maybe after newer typing. It must not undo that.
    const own = reported.current.indexOf(text);
    if (own >= 0) reported.current.splice(0, own + 1);
    if (own >= 0 || text === synced.current) return;
    synced.current = text;
    setTyped(text);
  }, [text]);

  useEffect(() => {
    if (typed === synced.current) return;
    const timer = setTimeout(() => {
      synced.current = typed;
      reported.current.push(typed);
      latest.current(typed);
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}
