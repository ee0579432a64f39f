import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { shortUrl } from '../../../lib/external-link.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { Button } from '../../../ui/button.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { searchLabel } from './order-labels.ts';

/** An order's search in up to two lines, with the full URL on demand. */
export function SearchDetails({ url }: { url: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 wrap-anywhere">{shortUrl(searchLabel(url))}</p>
      <Button
        variant="link"
        size="inline"
        className="min-h-6 text-sm"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide URL' : 'Show URL'}
      </Button>
      {open && <FullUrl url={url} />}
    </div>
  );
}

function FullUrl({ url }: { url: string }) {
  const { copied, copy } = useCopy(url);
  return (
    <div className="mt-1 grid gap-2">
      {/* A text field can be scrolled and selected by keyboard. */}
      <Textarea readOnly rows={3} value={url} aria-label="Search URL" className="min-h-0 break-all" />
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={copy}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {copied ? 'Copied!' : 'Copy'}
      </Button>
    </div>
  );
}
