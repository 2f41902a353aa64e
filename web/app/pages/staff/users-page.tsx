import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffUsersPage() {
  return <StaffPage>{(nav) => <Page title="Look up users">{nav}</Page>}</StaffPage>;
}
