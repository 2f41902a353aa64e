import { AppealsScreen } from "#web/features/appeals/appeals-screen.tsx";
import { StaffPage } from "../staff-page.tsx";

/** The queue of ban appeals. */
export default function StaffAppealsPage() {
  return <StaffPage>{(nav) => <AppealsScreen nav={nav} />}</StaffPage>;
}
