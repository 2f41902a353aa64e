import type { SessionUser } from "#domain/auth/api.ts";
import { PRIVACY_PERMISSIONS } from "#domain/blocks/rules.ts";
import { useSettings } from "#web/lib/settings.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { useMember, useRefreshUser } from "#web/lib/user.ts";
import { privacyText } from "#web/text/settings.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/toggle.tsx";
import styles from "./settings.module.css";

const text = privacyText;
const OPTIONS = PRIVACY_PERMISSIONS.map(({ id, name }) => ({ value: String(id), label: name }));
const DOORS = [
  ["message_privacy_permission_id", text.message],
  ["comment_privacy_permission_id", text.comment],
  ["join_privacy_permission_id", text.join],
] as const;

type Settings = Pick<SessionUser, (typeof DOORS)[number][0] | "appear_offline">;

/** Who can reach one and see one. Each choice is kept at once. */
export function PrivacyPanels() {
  const user = useMember();
  const refresh = useRefreshUser();
  const [now, change] = useSettings<Settings>(user, { onKept: toastThen(refresh) });
  return (
    <>
      <Panel heading={text.reach} text={text.reachText}>
        {DOORS.map(([name, label]) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={OPTIONS}
            value={String(now[name])}
            onChange={(value) => change({ [name]: Number(value) })}
          />
        ))}
      </Panel>
      <Panel heading={text.presence}>
        <Switch
          label={text.offline}
          hint={text.offlineHint}
          checked={now.appear_offline}
          onChange={(appear_offline) => change({ appear_offline })}
        />
      </Panel>
      <Panel heading={text.notices} text={text.noticesText}>
        <div className={styles.acts}>
          <LinkButton to="/notifications?tab=settings">{text.noticesLink}</LinkButton>
        </div>
      </Panel>
    </>
  );
}
