import { Navigate } from "react-router";
import { CustomiserScreen } from "#web/features/avatar/customiser-screen.tsx";
import { OutfitsTab } from "#web/features/outfits/outfits-tab.tsx";
import { useUser } from "#web/lib/user.ts";

/** Where a member dresses their bopi, with the outfits they keep. */
export default function AvatarPage() {
  const user = useUser();
  if (!user) return <Navigate to="/login?next=/avatar" replace />;
  return <CustomiserScreen user={user} outfits={(slot) => <OutfitsTab {...slot} />} />;
}
