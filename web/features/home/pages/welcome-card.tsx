import { Shirt } from "lucide-react";
import type { SessionUser } from "#domain/auth/api.ts";
import { isNewcomer } from "#domain/first-night/stamps.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { SpiritProgressPanel } from "#web/features/users/spirit-progress.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { memberHomeText } from "../text/member-home.ts";
import styles from "../welcome-card.module.css";

/** Greets the member with their own bopi and spirit. A newcomer is greeted by the first-night board, so only the spirit shows. */
export function WelcomeCard({ user }: { user: SessionUser }) {
  const isNew = isNewcomer(user);
  const spirit = <SpiritProgressPanel xp={user.xp} hasGold={user.has_gold} isNew={isNew} />;
  if (isNew) return <Card className={styles.spirit}>{spirit}</Card>;
  return (
    <Card className={styles.welcome}>
      <PosedBopi pose="wave" large className={styles.bopi} />
      <div className={styles.about}>
        <div className={styles.greeting}>
          <h1>{memberHomeText.welcome(user.username)}</h1>
          <LinkButton size="s" icon={Shirt} to="/avatar">
            {memberHomeText.dress}
          </LinkButton>
        </div>
        {spirit}
      </div>
    </Card>
  );
}
