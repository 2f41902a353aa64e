import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffUserPage() {
  return <StaffPage>{(nav) => <Page title="User">{nav}</Page>}</StaffPage>;
}
