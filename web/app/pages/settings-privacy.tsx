import { BlockedHeading, BlockedUsers } from "#web/features/blocks/blocked-users.tsx";
import { PrivacyPanels } from "#web/features/settings/privacy-panels.tsx";
import { Section } from "#web/ui/page.tsx";

/** Who can reach one, and who can't at all. */
export default function PrivacyTab() {
  return (
    <>
      <PrivacyPanels />
      <Section heading={<BlockedHeading />}>
        <BlockedUsers />
      </Section>
    </>
  );
}
