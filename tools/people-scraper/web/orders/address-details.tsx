import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { shortUrl } from '#web/lib/outside-link.ts';
import { useCopy } from '#web/lib/use-copy.ts';
import { Button } from '#web/ui/button.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { searchWords } from './order-words.ts';

/** The search of an order in two lines at most, and the whole address on demand. */
export function AddressDetails({ address }: { address: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 wrap-anywhere">{shortUrl(searchWords(address))}</p>
      <Button
        variant="link"
        size="inline"
        className="min-h-6 text-sm"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the address' : 'Show the address'}
      </Button>
      {open && <WholeAddress address={address} />}
    </div>
  );
}

function WholeAddress({ address }: { address: string }) {
  const { copied, copy } = useCopy(address);
  return (
    <div className="mt-1 grid gap-2">
      {/* A field: it scrolls and selects by keyboard. */}
      <Textarea
        readOnly
        rows={3}
        value={address}
        aria-label="Address of the search"
        className="min-h-0 break-all"
      />
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={copy}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  );
}
