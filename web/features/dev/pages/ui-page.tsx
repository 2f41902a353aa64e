import { THEME_CHOICES } from "#domain/site.ts";
import { saveTheme, useTheme } from "#web/lib/theme.ts";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { Page } from "#web/ui/page.tsx";
import { ControlCases } from "../controls.tsx";
import { DisplayCases } from "../display.tsx";
import { FieldCases } from "../fields.tsx";
import { ItemCases } from "../items.tsx";
import { OverlayCases } from "../overlays.tsx";
import { ProgressCases } from "../progress.tsx";
import styles from "../ui-page.module.css";

const THEMES = THEME_CHOICES.map(({ name, name_formatted }) => ({ value: name, label: name_formatted }));

/** Every component of the design system in each of its states, with example texts. */
export default function UiPage() {
  return (
    <Page
      title="Design system"
      actions={
        <SegmentedControl label="Theme" hideLabel options={THEMES} value={useTheme()} onChange={saveTheme} />
      }
    >
      <div className={styles.grid}>
        <ControlCases />
        <FieldCases />
        <OverlayCases />
        <ProgressCases />
        <DisplayCases />
        <ItemCases />
      </div>
    </Page>
  );
}
