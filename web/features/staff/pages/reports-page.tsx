import { ReportsScreen } from "#web/features/reports/cases/reports-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The queue of reports. */
export default function StaffReportsPage() {
  return <StaffPage>{(nav) => <ReportsScreen nav={nav} />}</StaffPage>;
}
