import { useState } from "react";
import { updateAccountRoute } from "#domain/auth/api.ts";
import type { UserDetails } from "#domain/settings/api.ts";
import { call } from "#web/lib/api.ts";
import { showOfOthers } from "#web/lib/shown.ts";
import { themesText as text } from "#web/text/themes.ts";
import { Panel } from "#web/ui/panel.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Switch } from "#web/ui/toggle.tsx";

type Shown = Pick<UserDetails, "show_custom_themes" | "show_custom_usernames">;

const TOGGLES = [
  ["show_custom_themes", text.showThemes, text.showThemesHint],
  ["show_custom_usernames", text.showNames, text.showNamesHint],
] as const;

/** Whether one wants to see the profile themes and golden names of others. A press shows at once and is kept. */
export function ShownOfOthers({ details, onChanged }: { details: Shown; onChanged: () => void }) {
  const [shown, setShown] = useState<Shown>(details);
  const show = (next: Shown) => {
    setShown(next);
    showOfOthers(next);
  };
  const choose = async (changes: Partial<Shown>) => {
    show({ ...shown, ...changes });
    try {
      await call(updateAccountRoute, { input: changes });
      onChanged();
    } catch {
      show(shown);
      toast(text.notSaved, { tone: "bad" });
    }
  };
  return (
    <Panel heading={text.othersTitle} text={text.othersAbout}>
      {TOGGLES.map(([key, label, hint]) => (
        <Switch
          key={key}
          label={label}
          hint={hint}
          checked={shown[key]}
          onChange={(on) => void choose({ [key]: on })}
        />
      ))}
    </Panel>
  );
}
