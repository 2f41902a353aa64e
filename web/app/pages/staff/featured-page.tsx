import { Page } from "#web/ui/page.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

export default function StaffFeaturedPage() {
  return <StaffPage>{(nav) => <Page title="Featured">{nav}</Page>}</StaffPage>;
}
