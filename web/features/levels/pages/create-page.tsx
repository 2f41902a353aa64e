import { levelFormText } from "#web/text/level-form.ts";
import { Page } from "#web/ui/page.tsx";
import { LevelForm } from "../form/level-form.tsx";

/** The page to create a level. */
export default function CreateLevelPage() {
  return (
    <Page title={levelFormText.createTitle}>
      <LevelForm level={null} />
    </Page>
  );
}
