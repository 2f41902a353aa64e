import type { UserDetails } from "#domain/settings/api.ts";
import { applyHideSettings } from "#web/lib/hide-settings.ts";
import { useSettings } from "#web/lib/settings.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { themesText as text } from "./text.ts";

type Shown = Pick<UserDetails, "show_custom_themes" | "show_custom_usernames">;

const TOGGLES = [
  ["show_custom_themes", text.showThemes, text.showThemesHint],
  ["show_custom_usernames", text.showNames, text.showNamesHint],
] as const;

/** Switches to show other users' profile themes and golden names. A change saves immediately. */
export function OthersThemesPanel({ details, onChanged }: { details: Shown; onChanged: () => void }) {
  const [shown, change] = useSettings<Shown>(details, { show: applyHideSettings, onSaved: onChanged });
  return (
    <Panel heading={text.othersTitle} text={text.othersAbout}>
      {TOGGLES.map(([key, label, hint]) => (
        <Switch
          key={key}
          label={label}
          hint={hint}
          checked={shown[key]}
          onChange={(on) => change({ [key]: on })}
        />
      ))}
    </Panel>
  );
}
