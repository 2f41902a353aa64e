import { CaseScreen } from "#web/features/reports/cases/case-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** A report, with the form to decide it. */
export default function StaffCasePage() {
  return <StaffPage>{() => <CaseScreen />}</StaffPage>;
}
