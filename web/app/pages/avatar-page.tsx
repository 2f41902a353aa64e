import { CustomiserScreen } from "#web/features/avatar/customiser-screen.tsx";
import { OutfitsTab } from "#web/features/outfits/outfits-tab.tsx";
import { useMember } from "#web/lib/user.ts";

/** Where a member dresses their bopi, with the outfits they keep. */
export default function AvatarPage() {
  const user = useMember();
  return <CustomiserScreen user={user} outfits={(slot) => <OutfitsTab {...slot} />} />;
}
