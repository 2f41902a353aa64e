import { Hammer } from "lucide-react";
import { levelFormText } from "#web/text/level-form.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { LevelForm } from "../form/level-form.tsx";

/** The page to create a level. */
export default function CreateLevelPage() {
  return (
    <Page
      title={levelFormText.createTitle}
      actions={
        <LinkButton variant="primary" icon={Hammer} to="/build/new">
          {levelFormText.buildInstead}
        </LinkButton>
      }
    >
      <LevelForm level={null} />
    </Page>
  );
}
