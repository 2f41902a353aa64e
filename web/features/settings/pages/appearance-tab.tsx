import { useEffect } from "react";
import { THEME_CHOICES } from "#domain/site.ts";
import { ProfileThemes } from "#web/features/themes/profile-themes.tsx";
import { useAction } from "#web/lib/action.ts";
import { toastError } from "#web/lib/error-text.ts";
import { saveAccountTheme } from "#web/lib/save-account-theme.ts";
import { savedTheme, showTheme, storeTheme, useTheme } from "#web/lib/theme.ts";
import { useMember } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import styles from "../settings.module.css";
import siteThemePanelStyles from "../site-theme-panel.module.css";
import { SoundsSwitch } from "../sounds-switch.tsx";
import { appearanceText } from "../text/settings.ts";
import { useRefreshDetails, WithDetails } from "../with-details.tsx";

/** A miniature page in a theme's colors; "Match my device" is half Night, half Day. */
function SiteThemePreview({ name }: { name: string }) {
  if (name === "device")
    return (
      <span className={siteThemePanelStyles.both}>
        <SiteThemePreview name="night" />
        <SiteThemePreview name="day" />
      </span>
    );
  return (
    <span className={siteThemePanelStyles.preview} data-theme={name} aria-hidden>
      <span className={siteThemePanelStyles.bar}>
        <i className={siteThemePanelStyles.logo} />
        <i className={siteThemePanelStyles.line} />
      </span>
      <span className={siteThemePanelStyles.card}>
        <i className={siteThemePanelStyles.picture} />
        <i className={siteThemePanelStyles.line} />
        <i className={siteThemePanelStyles.button} />
      </span>
    </span>
  );
}

/** The site themes. A choice previews immediately; leaving without saving restores the old one. */
function SiteThemePanel() {
  const selected = useTheme();
  useEffect(() => () => showTheme(savedTheme()), []);
  const { busy, run } = useAction(saveAccountTheme, {
    toast: () => appearanceText.saved,
    errors: () => toastError(controlsText.notSaved),
    onDone: (_, id) => {
      const theme = THEME_CHOICES.find((choice) => choice.id === id);
      if (theme) storeTheme(theme.name);
    },
  });
  const save = () => {
    const theme = THEME_CHOICES.find(({ name }) => name === selected);
    if (!theme || selected === savedTheme()) return;
    void run(theme.id);
  };
  return (
    <Panel heading={appearanceText.theme} text={appearanceText.themeText}>
      <fieldset className={siteThemePanelStyles.themes}>
        <legend className="sr-only">{appearanceText.theme}</legend>
        {THEME_CHOICES.map(({ name, name_formatted }) => (
          <label className={siteThemePanelStyles.theme} key={name}>
            <input type="radio" name="theme" checked={name === selected} onChange={() => showTheme(name)} />
            <SiteThemePreview name={name} />
            <span className={siteThemePanelStyles.name}>{name_formatted}</span>
          </label>
        ))}
      </fieldset>
      <div className={siteThemePanelStyles.save}>
        <Button variant="primary" busy={busy} aria-disabled={selected === savedTheme()} onClick={save}>
          {appearanceText.saveTheme}
        </Button>
      </div>
    </Panel>
  );
}

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
