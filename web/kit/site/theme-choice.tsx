import { chooseTheme, useTheme } from '../../lib/theme.ts';
import { THEME_OPTIONS } from '../theme-options.ts';

/** The choice of the theme for people without an account menu. */
export function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className="inline-flex gap-1 rounded-md bg-muted p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEME_OPTIONS.map(({ theme: option, label, icon: Icon }) => (
        <label
          key={option}
          className="relative flex h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 text-sm text-muted-foreground hover:text-foreground has-checked:bg-selected has-checked:font-medium has-checked:text-foreground has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="site-theme"
            value={option}
            checked={theme === option}
            onChange={() => chooseTheme(option)}
            className="sr-only"
          />
          <Icon aria-hidden className="size-3.5" />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
