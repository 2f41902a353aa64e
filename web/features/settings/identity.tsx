import { useState } from "react";
import { updateAccountRoute } from "#domain/auth/api.ts";
import type { UserDetails } from "#domain/settings/api.ts";
import { call } from "#web/lib/api.ts";
import { accountText, settingsText } from "#web/text/settings.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Switch } from "#web/ui/toggle.tsx";
import styles from "./settings.module.css";

const text = accountText;

function goldOf({ has_gold, gold_ends_at }: UserDetails) {
  if (gold_ends_at && has_gold) return text.goldUntil(gold_ends_at);
  return has_gold ? text.goldForEver : <TextLink to="/gold">{text.noGold}</TextLink>;
}

/** Whether one's name shines; what was pressed shows at once. */
function GoldenName({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const on = chosen ?? details.gold_username;
  const choose = async (gold_username: boolean) => {
    setChosen(gold_username);
    try {
      const { message } = await call(updateAccountRoute, { input: { gold_username } });
      toast(message, { tone: "good" });
      onChanged();
    } catch {
      setChosen(!gold_username);
      toast(settingsText.notSaved, { tone: "bad" });
    }
  };
  return (
    <Switch
      label={text.goldenName}
      hint={details.has_gold ? text.goldenNameHint : text.goldenNameNeedsGold}
      checked={details.has_gold && on}
      disabled={!details.has_gold}
      onChange={(next) => void choose(next)}
    />
  );
}

/** Who one is on the site. */
export function Identity({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const { id, username, level, xp, bopi } = details;
  return (
    <Panel heading={text.you} text={<TextLink to={`/users/${username}`}>{text.profile}</TextLink>}>
      <div className={styles.identity}>
        <Headshot src={bopi.headshot_url} username={username} size={88} decorative />
        <dl className={styles.facts}>
          <dt>{text.username}</dt>
          <dd>{username}</dd>
          <dt>{text.id}</dt>
          <dd>{id}</dd>
          <dt>{text.spirit}</dt>
          <dd>{text.spiritOf(level, xp)}</dd>
          <dt>{text.gold}</dt>
          <dd>{goldOf(details)}</dd>
        </dl>
      </div>
      <GoldenName details={details} onChanged={onChanged} />
    </Panel>
  );
}
