import { OverviewScreen } from "../overview-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The staff overview with all queues. */
export default function StaffHomePage() {
  return <StaffPage>{(nav) => <OverviewScreen nav={nav} />}</StaffPage>;
}
