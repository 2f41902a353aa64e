import type { UserDetails } from "#domain/settings/api.ts";
import { useSettings } from "#web/lib/settings.ts";
import { showOfOthers } from "#web/lib/shown.ts";
import { themesText as text } from "#web/text/themes.ts";
import { Panel } from "#web/ui/panel.tsx";
import { Switch } from "#web/ui/toggle.tsx";

type Shown = Pick<UserDetails, "show_custom_themes" | "show_custom_usernames">;

const TOGGLES = [
  ["show_custom_themes", text.showThemes, text.showThemesHint],
  ["show_custom_usernames", text.showNames, text.showNamesHint],
] as const;

/** Whether one wants to see the profile themes and golden names of others. A press shows at once and is kept. */
export function ShownOfOthers({ details, onChanged }: { details: Shown; onChanged: () => void }) {
  const [shown, change] = useSettings<Shown>(details, { show: showOfOthers, onKept: onChanged });
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
