import { Settings } from "lucide-react";
import type { SessionUser } from "#domain/auth/api.ts";
import { PRIVACY_PERMISSIONS } from "#domain/blocks/rules.ts";
import { messageOf } from "#web/lib/action.ts";
import { useSettings } from "#web/lib/settings.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import styles from "./chat.module.css";
import { chatText } from "./text.ts";

const OPTIONS = PRIVACY_PERMISSIONS.map(({ id, name }) => ({ value: String(id), label: name }));

/** Setting for who can message the user. Saved immediately. */
export function PrivacySettings({ user }: { user: SessionUser }) {
  const refresh = useRefreshUser();
  const { message_privacy_permission_id } = user;
  const [now, change] = useSettings(
    { message_privacy_permission_id },
    { toast: messageOf, onSaved: refresh },
  );
  return (
    <Popover
      label={chatText.settings}
      align="end"
      trigger={(props) => <IconButton {...props} icon={Settings} label={chatText.settings} />}
    >
      <div className={styles.settings}>
        <Select
          label={chatText.privacy}
          options={OPTIONS}
          value={String(now.message_privacy_permission_id)}
          onChange={(value) => change({ message_privacy_permission_id: Number(value) })}
        />
      </div>
    </Popover>
  );
}
