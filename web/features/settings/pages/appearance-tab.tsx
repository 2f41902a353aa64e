import { ProfileThemes } from "#web/features/themes/profile-themes.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { useRefreshDetails } from "../account-details.ts";
import { ShowcaseLevelsPanel } from "../showcase-levels-panel.tsx";
import { SiteThemePanel } from "../site-theme-panel.tsx";
import { SoundsSwitch } from "../sounds-switch.tsx";
import { appearanceText } from "../text/settings.ts";
import { WithDetails } from "../with-details.tsx";

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
