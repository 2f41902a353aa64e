import { useRefreshDetails } from "#web/features/settings/account-details.ts";
import { ShowcaseLevelsPanel } from "#web/features/settings/showcase-levels-panel.tsx";
import { SiteThemePanel } from "#web/features/settings/site-theme-panel.tsx";
import { SoundsSwitch } from "#web/features/settings/sounds-switch.tsx";
import { WithDetails } from "#web/features/settings/with-details.tsx";
import { ProfileThemes } from "#web/features/themes/profile-themes.tsx";
import { appearanceText } from "#web/text/settings.ts";
import { Panel } from "#web/ui/panel.tsx";

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
