import { BlockedHeading, BlockedUsers } from "#web/features/blocks/blocked-users.tsx";
import { PrivacyPanels } from "#web/features/settings/privacy-panels.tsx";
import { Section } from "#web/ui/page.tsx";

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
