import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffHomePage() {
  return <StaffPage>{(nav) => <Page title="Staff">{nav}</Page>}</StaffPage>;
}
