import { AuditScreen } from "../audit/audit-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The audit log of staff actions and views. */
export default function StaffAuditPage() {
  return <StaffPage>{(nav) => <AuditScreen nav={nav} />}</StaffPage>;
}
