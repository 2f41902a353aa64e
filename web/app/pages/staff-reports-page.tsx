import { ReportsScreen } from "#web/features/moderation/reports-screen.tsx";
import { StaffPage } from "../staff/staff-page.tsx";

/** The moderators' queue. */
export default function StaffReportsPage() {
  return <StaffPage>{(nav) => <ReportsScreen nav={nav} />}</StaffPage>;
}
