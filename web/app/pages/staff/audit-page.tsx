import { AuditScreen } from "#web/features/staff/audit/audit-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** The audit log of staff actions and views. */
export default function StaffAuditPage() {
  return <StaffPage>{(nav) => <AuditScreen nav={nav} />}</StaffPage>;
}
