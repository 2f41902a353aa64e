import { useMember } from "#web/lib/user.ts";
import { appearanceText } from "#web/text/settings.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import styles from "./settings.module.css";

/** How one has a say in which levels a profile shows first. */
export function LevelsNote() {
  const { username } = useMember();
  return (
    <Panel heading={appearanceText.levels} text={appearanceText.levelsText}>
      <div className={styles.acts}>
        <LinkButton to={`/users/${username}/levels`}>{appearanceText.levelsLink}</LinkButton>
      </div>
    </Panel>
  );
}
