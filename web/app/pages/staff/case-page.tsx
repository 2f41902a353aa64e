import { CaseScreen } from "#web/features/moderation/case-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** One report, and the form that decides it. */
export default function StaffCasePage() {
  return <StaffPage>{() => <CaseScreen />}</StaffPage>;
}
