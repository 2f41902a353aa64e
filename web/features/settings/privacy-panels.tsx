import { useState } from "react";
import { type SessionUser, updateAccountRoute } from "#domain/auth/api.ts";
import { PRIVACY_PERMISSIONS } from "#domain/blocks/rules.ts";
import { call } from "#web/lib/api.ts";
import { useMember, useRefreshUser } from "#web/lib/user.ts";
import { privacyText, settingsText } from "#web/text/settings.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Switch } from "#web/ui/toggle.tsx";
import styles from "./settings.module.css";

const text = privacyText;
const OPTIONS = PRIVACY_PERMISSIONS.map(({ id, name }) => ({ value: String(id), label: name }));
const DOORS = [
  ["message_privacy_permission_id", text.message],
  ["comment_privacy_permission_id", text.comment],
  ["join_privacy_permission_id", text.join],
] as const;

type Change = Partial<Pick<SessionUser, (typeof DOORS)[number][0] | "appear_offline">>;

/** Who can reach one and see one. Each choice is kept at once. */
export function PrivacyPanels() {
  const user = useMember();
  const refresh = useRefreshUser();
  // What was chosen here; the account says the same a moment later.
  const [chosen, setChosen] = useState<Change>({});
  const now = { ...user, ...chosen };
  const change = async (change: Change) => {
    const before = Object.fromEntries(
      Object.keys(change).map((key) => [key, now[key as keyof typeof now]]),
    ) as Change;
    setChosen((all) => ({ ...all, ...change }));
    try {
      const { message } = await call(updateAccountRoute, { input: change });
      toast(message, { tone: "good" });
      refresh();
    } catch {
      setChosen((all) => ({ ...all, ...before }));
      toast(settingsText.notSaved, { tone: "bad" });
    }
  };
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
            onChange={(value) => void change({ [name]: Number(value) })}
          />
        ))}
      </Panel>
      <Panel heading={text.presence}>
        <Switch
          label={text.offline}
          hint={text.offlineHint}
          checked={now.appear_offline}
          onChange={(appear_offline) => void change({ appear_offline })}
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
