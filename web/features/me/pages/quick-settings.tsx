import type { SessionUser } from "#domain/auth/api.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { ThemeMenu } from "#web/components/theme-menu.tsx";
import { SoundsSwitch } from "#web/features/settings/sounds-switch.tsx";
import { useSettings } from "#web/lib/settings.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import styles from "../me.module.css";
import { meText as text } from "../text.ts";

/** Settings that are changed often: presence, sounds, the site's theme. Each is saved at once. */
export function QuickSettings({ user }: { user: SessionUser }) {
  const refresh = useRefreshUser();
  const { appear_offline } = user;
  const [now, change] = useSettings(
    { appear_offline },
    {
      toast: (_, saved) => (saved.appear_offline ? memberAccountText.hidden : memberAccountText.seen),
      onSaved: refresh,
    },
  );
  return (
    <Card className={styles.settings}>
      <Switch
        label={text.offline}
        hint={text.offlineHint}
        checked={now.appear_offline}
        onChange={(hidden) => change({ appear_offline: hidden })}
      />
      <SoundsSwitch />
      <div className={styles.theme}>
        <span>{text.theme}</span>
        <ThemeMenu />
      </div>
    </Card>
  );
}
