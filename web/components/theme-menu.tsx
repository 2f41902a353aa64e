import { Palette } from "lucide-react";
import { THEME_CHOICES } from "#domain/site.ts";
import { savedTheme, saveTheme, useTheme } from "#web/lib/theme.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { controlsText } from "#web/ui/text/controls.ts";
import { toast } from "#web/ui/toast-store.ts";

const themeMenuText = {
  title: "Theme",
  choose: (name: string) => `Theme: ${name}. Choose another.`,
} as const;

/** The themes as menu items. A choice shows immediately and is saved on this device and in the account. */
export function useThemeGroup(): MenuGroup {
  const current = useTheme();
  const isMember = useUser() !== null;
  return {
    id: "theme",
    heading: themeMenuText.title,
    items: THEME_CHOICES.map(({ id, name, name_formatted }) => ({
      label: name_formatted,
      checked: name === current,
      onSelect: () => {
        const before = savedTheme();
        saveTheme(name);
        if (!isMember) return;
        import("#web/lib/save-account-theme.ts")
          .then(({ saveAccountTheme }) => saveAccountTheme(id))
          .catch(() => {
            // The next page would show the account's.
            if (savedTheme() === name) saveTheme(before);
            toast(controlsText.notSaved, { tone: "bad" });
          });
      },
    })),
  };
}

export function ThemeMenu() {
  const current = useTheme();
  const group = useThemeGroup();
  const name = THEME_CHOICES.find((theme) => theme.name === current)?.name_formatted ?? "";
  return (
    <Menu
      label={themeMenuText.title}
      groups={[group]}
      trigger={(props) => (
        <Button {...props} variant="quiet" icon={Palette} aria-label={themeMenuText.choose(name)}>
          {name}
        </Button>
      )}
    />
  );
}
