import { useMember } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import styles from "./settings.module.css";
import { appearanceText } from "./text/settings.ts";

/** Explains how to choose the levels on the profile. */
export function ShowcaseLevelsPanel() {
  const { username } = useMember();
  return (
    <Panel heading={appearanceText.levels} text={appearanceText.levelsText}>
      <div className={styles.actions}>
        <LinkButton to={`/users/${username}/levels`}>{appearanceText.levelsLink}</LinkButton>
      </div>
    </Panel>
  );
}
