import { levelFormText } from "#web/text/level-form.ts";
import { Page } from "#web/ui/page.tsx";
import { LevelForm } from "../form/level-form.tsx";

/** Makes a level. */
export default function CreatePage() {
  return (
    <Page title={levelFormText.createTitle}>
      <LevelForm level={null} />
    </Page>
  );
}
