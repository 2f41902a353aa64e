import { AppealsScreen } from "#web/features/moderation/appeals/appeals-screen.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";

/** What banned people have to say. */
export default function StaffAppealsPage() {
  return <StaffPage>{(nav) => <AppealsScreen nav={nav} />}</StaffPage>;
}
