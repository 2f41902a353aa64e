import { useDetailsChanged } from "#web/features/settings/details.ts";
import { LevelsNote } from "#web/features/settings/levels-note.tsx";
import { ThemePanel } from "#web/features/settings/theme-panel.tsx";
import { WithDetails } from "#web/features/settings/with-details.tsx";
import { ProfileThemes } from "#web/features/themes/profile-themes.tsx";

/** How the site looks to one, and how one looks to others. */
export default function AppearanceTab() {
  const changed = useDetailsChanged();
  return (
    <>
      <ThemePanel />
      <WithDetails heights={[420, 160]}>
        {(details) => <ProfileThemes details={details} onChanged={changed} />}
      </WithDetails>
      <LevelsNote />
    </>
  );
}
