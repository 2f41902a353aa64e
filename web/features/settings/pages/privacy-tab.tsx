import { BlockedHeading, BlockedUsers } from "#web/features/blocks/blocked-users.tsx";
import { Section } from "#web/ui/page.tsx";
import { PrivacyPanels } from "../privacy-panels.tsx";

/** Settings for who can contact the user, and their blocked users. */
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
