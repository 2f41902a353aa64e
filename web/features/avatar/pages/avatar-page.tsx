import { OutfitsTab } from "#web/features/outfits/outfits-tab.tsx";
import { useMember } from "#web/lib/user.ts";
import { CustomizerScreen } from "../customizer-screen.tsx";

/** Customizes the member's bopi, with their saved outfits. */
export default function AvatarPage() {
  const user = useMember();
  return <CustomizerScreen user={user} outfits={(slot) => <OutfitsTab {...slot} />} />;
}
