import { useEffect } from "react";
import { THEME_CHOICES } from "#domain/site.ts";
import { useAction } from "#web/lib/action.ts";
import { toastError } from "#web/lib/error-text.ts";
import { saveAccountTheme } from "#web/lib/save-account-theme.ts";
import { savedTheme, showTheme, storeTheme, useTheme } from "#web/lib/theme.ts";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import styles from "./site-theme-panel.module.css";
import { appearanceText } from "./text/settings.ts";

const text = appearanceText;

/** A miniature page in a theme's colors; "Match my device" is half Night, half Day. */
function SiteThemePreview({ name }: { name: string }) {
  if (name === "device")
    return (
      <span className={styles.both}>
        <SiteThemePreview name="night" />
        <SiteThemePreview name="day" />
      </span>
    );
  return (
    <span className={styles.preview} data-theme={name} aria-hidden>
      <span className={styles.bar}>
        <i className={styles.logo} />
        <i className={styles.line} />
      </span>
      <span className={styles.card}>
        <i className={styles.picture} />
        <i className={styles.line} />
        <i className={styles.button} />
      </span>
    </span>
  );
}

/** The site themes. A choice previews immediately; leaving without saving restores the old one. */
export function SiteThemePanel() {
  const selected = useTheme();
  useEffect(() => () => showTheme(savedTheme()), []);
  const { busy, run } = useAction(saveAccountTheme, {
    toast: () => text.saved,
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
    <Panel heading={text.theme} text={text.themeText}>
      <fieldset className={styles.themes}>
        <legend className="sr-only">{text.theme}</legend>
        {THEME_CHOICES.map(({ name, name_formatted }) => (
          <label className={styles.theme} key={name}>
            <input type="radio" name="theme" checked={name === selected} onChange={() => showTheme(name)} />
            <SiteThemePreview name={name} />
            <span className={styles.name}>{name_formatted}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.save}>
        <Button variant="primary" busy={busy} aria-disabled={selected === savedTheme()} onClick={save}>
          {text.saveTheme}
        </Button>
      </div>
    </Panel>
  );
}
