import { FeaturedScreen } from "#web/features/staff/tools/featured-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** What is put before everybody's eyes. */
export default function StaffFeaturedPage() {
  return <StaffPage admin>{(nav) => <FeaturedScreen nav={nav} />}</StaffPage>;
}
