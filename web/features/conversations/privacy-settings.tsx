import { Settings } from "lucide-react";
import { useState } from "react";
import { type SessionUser, updateAccountRoute } from "#domain/auth/api.ts";
import { PRIVACY_PERMISSIONS } from "#domain/blocks/rules.ts";
import { call } from "#web/lib/api.ts";
import { useRefreshUser } from "#web/lib/user.ts";
import { chatText } from "#web/text/conversations.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./chat.module.css";

const OPTIONS = PRIVACY_PERMISSIONS.map(({ id, name }) => ({ value: String(id), label: name }));

/** Who can write to the signed-in user; a choice is kept at once. */
export function PrivacySettings({ user }: { user: SessionUser }) {
  const refresh = useRefreshUser();
  const [chosen, setChosen] = useState(user.message_privacy_permission_id);
  const choose = async (id: number) => {
    setChosen(id);
    try {
      await call(updateAccountRoute, { input: { message_privacy_permission_id: id } });
      toast(chatText.privacySaved, { tone: "good" });
      refresh();
    } catch {
      setChosen(chosen);
      toast(chatText.privacyNotSaved, { tone: "bad" });
    }
  };
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
          value={String(chosen)}
          onChange={(value) => void choose(Number(value))}
        />
      </div>
    </Popover>
  );
}
