import { FeaturedScreen } from "#web/features/staff/tools/featured-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** Chooses the featured content. */
export default function StaffFeaturedPage() {
  return <StaffPage admin>{(nav) => <FeaturedScreen nav={nav} />}</StaffPage>;
}
