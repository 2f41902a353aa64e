import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffCasePage() {
  return <StaffPage>{(nav) => <Page title="Report">{nav}</Page>}</StaffPage>;
}
