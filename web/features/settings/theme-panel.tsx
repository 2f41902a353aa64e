import { useEffect, useState } from "react";
import { updateAccountRoute } from "#domain/auth/api.ts";
import { SITE_THEMES } from "#domain/site.ts";
import { call } from "#web/lib/api.ts";
import { keptTheme, showTheme, useTheme, wearTheme } from "#web/lib/theme.ts";
import { appearanceText } from "#web/text/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { toast } from "#web/ui/toast-store.ts";
import styles from "./theme-panel.module.css";

const text = appearanceText;

/** A little page in a theme's colours. */
function Preview({ name }: { name: string }) {
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

/** The five site themes. A choice shows at once and is kept on Save; who leaves without that wears the old one again. */
export function ThemePanel() {
  const worn = useTheme();
  const [busy, setBusy] = useState(false);
  useEffect(() => () => showTheme(keptTheme()), []);
  const save = async () => {
    const theme = SITE_THEMES.find(({ name }) => name === worn);
    if (!theme || worn === keptTheme()) return;
    setBusy(true);
    wearTheme(worn);
    try {
      await call(updateAccountRoute, { input: { theme_id: theme.id } });
      toast(text.kept, { tone: "good" });
    } catch {
      toast(text.notKept, { tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <Panel heading={text.theme} text={text.themeText}>
      <fieldset className={styles.themes}>
        <legend className="sr-only">{text.theme}</legend>
        {SITE_THEMES.map(({ name, name_formatted }) => (
          <label className={styles.theme} key={name}>
            <input type="radio" name="theme" checked={name === worn} onChange={() => showTheme(name)} />
            <Preview name={name} />
            <span className={styles.name}>{name_formatted}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.save}>
        <Button
          variant="primary"
          busy={busy}
          aria-disabled={worn === keptTheme()}
          onClick={() => void save()}
        >
          {text.keep}
        </Button>
      </div>
    </Panel>
  );
}
