import { ReportsScreen } from "#web/features/moderation/reports-screen.tsx";
import { StaffPage } from "../staff/staff-page.tsx";

/** The queue of reports. */
export default function StaffReportsPage() {
  return <StaffPage>{(nav) => <ReportsScreen nav={nav} />}</StaffPage>;
}
