import { cn } from '../lib/class-names.ts';

interface ChoiceCardProps {
  title: string;
  /** what the choice does, in a sentence */
  help: string;
  onChoose: () => void;
  className?: string;
}

/** A large button that says what it is for. */
export function ChoiceCard({ title, help, onChoose, className }: ChoiceCardProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className={cn(
        'flex flex-col items-start rounded-lg border border-border bg-card px-4 py-3 text-left transition-colors hover:border-input hover:bg-muted',
        className,
      )}
    >
      <span className="font-medium">{title}</span>
      <span className="mt-0.5 text-sm text-muted-foreground">{help}</span>
    </button>
  );
}
