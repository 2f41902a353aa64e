import { ProfileThemes } from "#web/features/themes/profile-themes.tsx";
import { useMember } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { useRefreshDetails } from "../account-details.ts";
import styles from "../settings.module.css";
import { SiteThemePanel } from "../site-theme-panel.tsx";
import { SoundsSwitch } from "../sounds-switch.tsx";
import { appearanceText } from "../text/settings.ts";
import { WithDetails } from "../with-details.tsx";

/** Explains how to choose the levels on the profile. */
function ShowcaseLevelsPanel() {
  const { username } = useMember();
  return (
    <Panel heading={appearanceText.levels} text={appearanceText.levelsText}>
      <div className={styles.actions}>
        <LinkButton to={`/users/${username}/levels`}>{appearanceText.levelsLink}</LinkButton>
      </div>
    </Panel>
  );
}

/** Settings for the site's theme and the user's profile theme. */
export default function AppearanceTab() {
  const changed = useRefreshDetails();
  return (
    <>
      <SiteThemePanel />
      <Panel heading={appearanceText.sounds}>
        <SoundsSwitch />
      </Panel>
      <WithDetails heights={[420, 160]}>
        {(details) => <ProfileThemes details={details} onChanged={changed} />}
      </WithDetails>
      <ShowcaseLevelsPanel />
    </>
  );
}
