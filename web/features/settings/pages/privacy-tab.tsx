import type { SessionUser } from "#domain/auth/api.ts";
import { PRIVACY_PERMISSIONS } from "#domain/blocks/rules.ts";
import { BlockedHeading, BlockedUsers } from "#web/features/blocks/blocked-users.tsx";
import { messageOf } from "#web/lib/action.ts";
import { useSettings } from "#web/lib/settings.ts";
import { useMember, useRefreshUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Section } from "#web/ui/page.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Select } from "#web/ui/select.tsx";
import styles from "../settings.module.css";
import { privacyText as text } from "../text/settings.ts";

const OPTIONS = PRIVACY_PERMISSIONS.map(({ id, name }) => ({ value: String(id), label: name }));
const PERMISSIONS = [
  ["message_privacy_permission_id", text.message],
  ["comment_privacy_permission_id", text.comment],
  ["join_privacy_permission_id", text.join],
] as const;

type Settings = Pick<SessionUser, (typeof PERMISSIONS)[number][0] | "appear_offline">;

function PrivacyPanels() {
  const user = useMember();
  const refresh = useRefreshUser();
  const [now, change] = useSettings<Settings>(user, { toast: messageOf, onSaved: refresh });
  return (
    <>
      <Panel heading={text.reach} text={text.reachText}>
        {PERMISSIONS.map(([name, label]) => (
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
        <div className={styles.actions}>
          <LinkButton to="/notifications?tab=settings">{text.noticesLink}</LinkButton>
        </div>
      </Panel>
    </>
  );
}

export default function PrivacyTab() {
  return (
    <>
      <PrivacyPanels />
      <Section heading={<BlockedHeading />}>
        <BlockedUsers />
      </Section>
    </>
  );
}
