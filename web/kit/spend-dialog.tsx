import { plural } from '#contract/plural.ts';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogFooter } from '../ui/dialog.tsx';

/** A click that costs credits. */
export interface Spend {
  /** what it does, as the label of the button: "Export" */
  action: string;
  /** credits at most */
  cost: number;
  /** whether it can cost less: a tool charges only for what it finds */
  upTo?: boolean;
  credits: number;
  go: () => void;
}

export interface SpendDialogProps {
  open: boolean;
  spend: Spend;
  onClose: () => void;
}

/** Asks before a click spends many credits. */
export default function SpendDialog({ open, spend, onClose }: SpendDialogProps) {
  const { action, cost, credits, upTo, go } = spend;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={`Spend ${upTo ? 'up to ' : ''}${plural(cost, 'credit')}?`}
      help={`You have ${plural(credits, 'credit')}. Afterwards, ${upTo ? 'at least ' : ''}${formatNumber(Math.max(credits - cost, 0))} would be left.`}
      className="tabular-nums"
    >
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            onClose();
            go();
          }}
        >
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
