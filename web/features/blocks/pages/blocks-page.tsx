import { Page } from "#web/ui/page.tsx";
import { BlockedHeading, BlockedUsers } from "../blocked-users.tsx";
import { blocksText } from "../text.ts";

export default function BlocksPage() {
  return (
    <Page title={blocksText.title} heading={<BlockedHeading />}>
      <h2 className="sr-only">{blocksText.people}</h2>
      <BlockedUsers />
    </Page>
  );
}
