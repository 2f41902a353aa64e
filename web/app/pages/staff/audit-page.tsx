import { AuditScreen } from "#web/features/staff/audit/audit-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** All that staff did and looked at. */
export default function StaffAuditPage() {
  return <StaffPage>{(nav) => <AuditScreen nav={nav} />}</StaffPage>;
}
