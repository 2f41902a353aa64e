import { CustomizerScreen } from "#web/features/avatar/customizer-screen.tsx";
import { OutfitsTab } from "#web/features/outfits/outfits-tab.tsx";
import { useMember } from "#web/lib/user.ts";

/** Customizes the member's bopi, with their saved outfits. */
export default function AvatarPage() {
  const user = useMember();
  return <CustomizerScreen user={user} outfits={(slot) => <OutfitsTab {...slot} />} />;
}
