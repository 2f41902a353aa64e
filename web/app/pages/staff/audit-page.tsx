import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffAuditPage() {
  return <StaffPage>{(nav) => <Page title="Audit log">{nav}</Page>}</StaffPage>;
}
