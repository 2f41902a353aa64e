import { Hammer } from "lucide-react";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { LevelForm } from "../form/level-form.tsx";
import { levelFormText } from "../text/level-form.ts";

export default function CreateLevelPage() {
  return (
    <Page title={levelFormText.createTitle}>
      <Banner
        tone="plain"
        action={
          <LinkButton variant="primary" icon={Hammer} to="/build/new">
            {levelFormText.buildInstead}
          </LinkButton>
        }
      >
        <strong>{levelFormText.buildTitle}</strong> {levelFormText.buildHint}
      </Banner>
      <LevelForm level={null} />
    </Page>
  );
}
