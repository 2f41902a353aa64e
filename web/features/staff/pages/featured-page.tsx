import { StaffPage } from "../staff-page.tsx";
import { FeaturedScreen } from "../tools/featured-screen.tsx";

/** Chooses the featured content. */
export default function StaffFeaturedPage() {
  return <StaffPage admin>{(nav) => <FeaturedScreen nav={nav} />}</StaffPage>;
}
