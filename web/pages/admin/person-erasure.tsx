import { useState } from 'react';
import type { PersonReport } from '#contract/person-rights.ts';
import { plural } from '#contract/plural.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';

interface PersonErasureProps {
  report: PersonReport;
  busy: boolean;
  onErase: () => void;
}

/** Erases a person, after a question that says what goes. */
export function PersonErasure({ report, busy, onErase }: PersonErasureProps) {
  const [open, setOpen] = useState(false);
  const { person, records, more, exports } = report;
  const total = records.length + more;
  const accounts = new Set([
    ...records.flatMap(({ account }) => account ?? []),
    ...exports.map((one) => one.account),
  ]);
  return (
    <>
      <div>
        <Button variant="danger" busy={busy} onClick={() => setOpen(true)}>
          Erase this person
        </Button>
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Erase this person?"
        help={`${person.map(({ value }) => value).join(', ')}: ${plural(total, 'record')}. This can't be undone.`}
      >
        <ul className="grid list-disc gap-1.5 pl-5">
          <li>The person leaves all lead databases, tasks, lists, files and caches.</li>
          <li>
            The opt-out list keeps a keyed hash, so that no later import or restored backup brings them back.
          </li>
          <li>
            {accounts.size === 0
              ? 'No account has the person.'
              : `${plural(accounts.size, 'account')} may have the person. Those that do get an email to delete the data, too.`}
          </li>
        </ul>
        <DialogFooter className="mt-5">
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setOpen(false);
              onErase();
            }}
          >
            Erase
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
