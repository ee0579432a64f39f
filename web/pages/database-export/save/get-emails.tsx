import { Mail } from 'lucide-react';
import { useState } from 'react';
import { ListName } from '#contract/lists.ts';
import { ListNameField } from '../../../kit/list-name-field.tsx';
import { formatDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { ExportOptions } from '../export/export-choice.ts';
import { LeadMenu } from '../export/lead-menu.tsx';
import type { Menu } from './save-menus.tsx';
import type { SaveTarget } from './use-lead-save.ts';

interface GetEmailsProps {
  menu: Menu;
  disabled: boolean;
  onSave: (options: ExportOptions, target: SaveTarget) => void;
}

/** Saves businesses to a list with a step that reads their websites. Nothing is read until its cost is confirmed there. */
export function GetEmails({ menu, disabled, onSave }: GetEmailsProps) {
  const [name, setName] = useState(() => `Local businesses, ${formatDay(new Date().toISOString())}`);
  const [fault, setFault] = useState<string>();
  const check = () => {
    const parsed = ListName.safeParse(name);
    setFault(parsed.error?.issues[0]?.message);
    return parsed.success;
  };
  return (
    <LeadMenu
      {...menu}
      label="Get emails"
      action="Save and continue"
      fields={
        <div className="mb-4 grid gap-3">
          <ListNameField
            source={{ kind: 'leads', database: menu.database }}
            what="businesses"
            name={name}
            onName={(typed) => {
              setFault(undefined);
              setName(typed);
            }}
            error={fault}
          />
          <p className="text-sm text-muted-foreground">
            The list gets a step that finds emails on the websites. It starts when you confirm its cost.
            {!menu.filter.website &&
              ' Turn on “Has Website” first, so that you pay only for businesses that have one.'}
          </p>
        </div>
      }
      check={check}
      trigger={
        <Button variant="secondary" className="flex-1" disabled={disabled}>
          <Mail aria-hidden />
          Get emails
        </Button>
      }
      onSubmit={(options) =>
        onSave(options, { name: name.trim(), tool: null, companyCells: false, withEmailStep: true })
      }
    />
  );
}
