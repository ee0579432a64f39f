import { THEME_OPTIONS } from '../../kit/theme-options.ts';
import { chooseTheme, useTheme } from '../../lib/theme.ts';
import { SettingsCard } from './settings-card.tsx';

/** The theme of this browser. */
export function AppearanceCard() {
  const theme = useTheme();
  return (
    <SettingsCard
      id="appearance"
      title="Appearance"
      help="Applies to this browser. System follows your computer or phone."
    >
      <fieldset className="grid max-w-md grid-cols-3 gap-2 sm:gap-3">
        <legend className="sr-only">Theme</legend>
        {THEME_OPTIONS.map(({ theme: option, label, icon: Icon }) => (
          <label
            key={option}
            className="flex cursor-pointer flex-col gap-3 rounded-lg border border-border p-3 transition-colors hover:bg-muted has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <span className="flex items-center justify-between">
              <Icon aria-hidden className="size-4 text-muted-foreground" />
              <input
                type="radio"
                name="theme"
                value={option}
                checked={theme === option}
                onChange={() => chooseTheme(option)}
                className="size-4 accent-(--accent) outline-none"
              />
            </span>
            <span className="font-medium">{label}</span>
          </label>
        ))}
      </fieldset>
    </SettingsCard>
  );
}
