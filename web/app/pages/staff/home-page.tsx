import { OverviewScreen } from "#web/features/staff/overview-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** What waits for staff. */
export default function StaffHomePage() {
  return <StaffPage>{(nav) => <OverviewScreen nav={nav} />}</StaffPage>;
}
