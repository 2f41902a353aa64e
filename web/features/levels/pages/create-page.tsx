import { Navigate } from "react-router";
import { useUser } from "#web/lib/user.ts";
import { levelFormText } from "#web/text/levels.ts";
import { Page } from "#web/ui/page.tsx";
import { LevelForm } from "../form/level-form.tsx";

/** Makes a level. */
export default function CreatePage() {
  if (!useUser()) return <Navigate to="/login?next=/level/create" replace />;
  return (
    <Page title={levelFormText.createTitle}>
      <LevelForm level={null} />
    </Page>
  );
}
