import { CaseScreen } from "#web/features/moderation/case-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** A report, with the form to decide it. */
export default function StaffCasePage() {
  return <StaffPage>{() => <CaseScreen />}</StaffPage>;
}
