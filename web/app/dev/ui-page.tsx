import { SITE_THEMES } from "#domain/site.ts";
import { useTheme, wearTheme } from "#web/lib/theme.ts";
import { Page } from "#web/ui/page.tsx";
import { Segmented } from "#web/ui/toggle.tsx";
import { Controls } from "./controls.tsx";
import { Fields } from "./fields.tsx";
import { ItemCases } from "./items.tsx";
import { Overlays } from "./overlays.tsx";
import { ProgressCases } from "./progress.tsx";
import { Shown } from "./shown.tsx";
import styles from "./ui-page.module.css";

const THEMES = SITE_THEMES.map(({ name, name_formatted }) => ({ value: name, label: name_formatted }));

/** Every component of the design system in each of its states. Its words are examples, not the product's. */
export default function UiPage() {
  return (
    <Page
      title="Design system"
      actions={<Segmented label="Theme" hideLabel options={THEMES} value={useTheme()} onChange={wearTheme} />}
    >
      <div className={styles.grid}>
        <Controls />
        <Fields />
        <Overlays />
        <ProgressCases />
        <Shown />
        <ItemCases />
      </div>
    </Page>
  );
}
