import { Lock } from "lucide-react";
import { useId } from "react";
import type { CustomTheme } from "#domain/themes/api.ts";
import { ThemeLayer } from "#web/components/profile-background.tsx";
import { themesText } from "./text.ts";
import styles from "./themes.module.css";

export interface ThemeChoiceProps {
  themes: readonly CustomTheme[];
  chosen: number;
  hasGold: boolean;
  onChoose: (id: number) => void;
}

/** Radio buttons for the site's profile themes and the user's own, as previews. Gold themes are locked without Gold. */
export function ThemeChoice({ themes, chosen, hasGold, onChoose }: ThemeChoiceProps) {
  const name = useId();
  const groups = [
    { legend: themesText.site, list: themes.filter((theme) => theme.user_id === null) },
    { legend: themesText.own, list: themes.filter((theme) => theme.user_id !== null) },
  ];
  return groups.map(
    ({ legend, list }) =>
      list.length > 0 && (
        <fieldset className={styles.group} key={legend}>
          <legend>{legend}</legend>
          <div className={styles.choices}>
            {list.map((theme) => {
              const isLocked = theme.gold_only && !hasGold;
              return (
                <label className={styles.choice} key={theme.id}>
                  <input
                    type="radio"
                    name={name}
                    className={styles.radio}
                    checked={theme.id === chosen}
                    disabled={isLocked}
                    onChange={() => onChoose(theme.id)}
                  />
                  <span className={styles.swatch}>
                    <ThemeLayer theme={theme} className={styles.back} />
                    {isLocked && <Lock aria-hidden />}
                  </span>
                  <span className={styles.choiceName} dir="auto">
                    {theme.name}
                  </span>
                  {isLocked && <span className="sr-only">, {themesText.goldOnly}</span>}
                </label>
              );
            })}
          </div>
        </fieldset>
      ),
  );
}
