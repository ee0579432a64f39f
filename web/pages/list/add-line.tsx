import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** A button that adds another line to a list of fields. */
export function AddLine({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <Button variant="ghost" size="sm" className="justify-self-start" onClick={onAdd}>
      <Plus aria-hidden />
      {label}
    </Button>
  );
}
