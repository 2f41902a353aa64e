import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffWordsPage() {
  return <StaffPage>{(nav) => <Page title="Words">{nav}</Page>}</StaffPage>;
}
