import type { UserDetails } from "#domain/settings/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { messageOf } from "#web/lib/action.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useSettings } from "#web/lib/settings.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Panel } from "#web/ui/panel.tsx";
import styles from "./settings.module.css";
import { accountText } from "./text/settings.ts";

const text = accountText;

function goldOf({ has_gold, gold_ends_at }: UserDetails) {
  if (gold_ends_at && has_gold) return text.goldUntil(formatDateTime(gold_ends_at));
  return has_gold ? (
    text.goldForEver
  ) : (
    <TextLink standalone to="/gold">
      {text.noGold}
    </TextLink>
  );
}

/** The switch for a golden name. Optimistic. */
function GoldenName({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const { has_gold, gold_username } = details;
  const [now, change] = useSettings({ gold_username }, { toast: messageOf, onSaved: onChanged });
  return (
    <Switch
      label={text.goldenName}
      hint={has_gold ? text.goldenNameHint : text.goldenNameNeedsGold}
      checked={has_gold && now.gold_username}
      disabled={!has_gold}
      onChange={(next) => change({ gold_username: next })}
    />
  );
}

/** The user's identity: name, id, spirit level and Gold. */
export function IdentityPanel({ details, onChanged }: { details: UserDetails; onChanged: () => void }) {
  const { id, username, level, xp } = details;
  return (
    <Panel
      heading={text.you}
      text={
        <TextLink standalone to={`/users/${username}`}>
          {text.profile}
        </TextLink>
      }
    >
      <div className={styles.identity}>
        <Headshot user={details} size={88} decorative />
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
