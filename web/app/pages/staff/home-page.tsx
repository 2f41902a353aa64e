import { OverviewScreen } from "#web/features/staff/overview-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** The staff overview with all queues. */
export default function StaffHomePage() {
  return <StaffPage>{(nav) => <OverviewScreen nav={nav} />}</StaffPage>;
}
