import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffHeldPage() {
  return <StaffPage>{(nav) => <Page title="Held posts">{nav}</Page>}</StaffPage>;
}
